/** The primary button in recorded positions of every edition: whoever must answer can press it. */
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Edition } from '../src/lib/edition'
import type { File } from '../src/lib/editionFile'
import type { Mine, View } from '../src/lib/protocol'
import type { TableStore } from '../src/lib/table.svelte'

interface Recorded {
  edition: string
  seat: number
  view: View
  mine: Mine
}
const recorded = JSON.parse(readFileSync(new URL('fixtures/positions.json', import.meta.url), 'utf8')) as Recorded[]
const editions = [...new Set(recorded.map((one) => one.edition))]
const fileOf = (name: string): File => parse(readFileSync(new URL(`../../src/magnate/editions/${name}.toml`, import.meta.url), 'utf8')) as unknown as File

/** A table that stands still: it only takes commands. */
function still({ edition, seat, view, mine }: Recorded): { store: TableStore; sent: unknown[] } {
  const sent: unknown[] = []
  const note = (what: unknown): Promise<object> => Promise.resolve(sent.push(what)).then(() => ({}))
  const store = { seats: [seat], view, mine: [mine], number: 1, told: [], table: { config: { edition }, seats: [] }, act: (_: number, action: unknown) => note(action), do: note }
  return { store: store as unknown as TableStore, sent }
}

let Play: (typeof import('../src/table/play.svelte'))['Play']
let choicesOf: (typeof import('../src/table/choices'))['choicesOf']

beforeAll(async () => {
  const nothing = (): void => undefined
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: nothing })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: nothing }))
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: nothing, documentElement: {} })
  vi.stubGlobal('navigator', { languages: ['en'] })
  ;({ Play } = await import('../src/table/play.svelte'))
  ;({ choicesOf } = await import('../src/table/choices'))
})

describe.each(editions)('the primary button of %s', (name) => {
  const edition = new Edition(fileOf(name), null, '')
  const positions = recorded.filter((one) => one.edition === name)

  it('has questions of many kinds to answer', () => {
    expect(new Set(positions.map((one) => one.view.question?.type)).size).toBeGreaterThan(3)
  })

  it.each(positions.map((one) => [`${one.view.question?.type}: ${[...new Set((one.mine.options ?? []).map((option) => option.type))].join(' ')}`, one] as const))('can be pressed at %s', (_, one) => {
    const { store } = still(one)
    const play = new Play(store, edition, false)
    const choices = choicesOf(play)
    expect(choices?.first, 'there is an answer').toBeTruthy()
    expect(choices?.first?.reason, 'it is possible').toBeUndefined()
  })
})
