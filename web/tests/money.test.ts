/** Sums as a page shows them: in the edition's money, and whole at the end of a line. */
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describe, expect, it, vi } from 'vitest'
import type { File } from '$lib/editionFile'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('navigator', { languages: ['en'] })
const { Edition } = await import('$lib/edition')
const read = (id: string): InstanceType<typeof Edition> =>
  new Edition(parse(readFileSync(new URL(`../../src/magnate/editions/${id}.toml`, import.meta.url), 'utf8')) as unknown as File, null, '')

const SUMS = [
  ['castis', '1.500\u00a0Castis'],
  ['clasico', 'S/.\u00a01.500'],
  ['europolis', '1.500\u00a0euro'],
  ['expopolis', 'E.1.500'],
  ['monopoli-server', '1.500\u00a0$'],
] as const

describe.each(SUMS)('in %s', (id, sum) => {
  const edition = read(id)

  it('a sum does not break', () => {
    expect(edition.money(1500)).toBe(sum)
    expect(edition.money(-1500)).toBe(`−${sum}`)
    expect(edition.figure(-1500)).toBe('−1.500')
  })

  it('nor does one in the middle of a text, and everything else does', () => {
    const plain = sum.replace('\u00a0', ' ')
    expect(edition.unbroken(`Pay ${plain}, then ${plain}. Take 3 steps.`)).toBe(`Pay ${sum}, then ${sum}. Take 3 steps.`)
  })
})

it('the cards of a deck keep their sums whole', () => {
  expect(read('castis').cardText(0, 0, 'en')).toBe('Go back to GO and collect 200\u00a0Castis.')
})
