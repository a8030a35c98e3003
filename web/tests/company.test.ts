/** Bots as company: their faces, and what they remark. */
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import languages from '../../src/magnate/words/languages.json'
import { bubbles } from '../src/lib/bubbles.svelte'
import type { Event } from '../src/lib/protocol'
import { VOICES, OCCASIONS, remarkOf } from '../src/lib/remarks'
import { faceOf } from '../src/ui/faces'

type Tree = { [key: string]: string | Tree }
const LANGUAGES = languages.map(({ code }) => code)
const wordsOf = (language: string): Tree => parse(readFileSync(new URL(`../../src/magnate/words/${language}/web.toml`, import.meta.url), 'utf8')) as Tree

describe('a face', () => {
  it('is the same for a name and a level, and another for another name', () => {
    expect(faceOf('Bianca', 'house')).toEqual(faceOf('Bianca', 'house'))
    const names = ['Aldo', 'Bianca', 'Cosmo', 'Dora', 'Elio', 'Flora', 'Gino', 'Hilda']
    expect(new Set(names.map((name) => JSON.stringify(faceOf(name, 'house')))).size).toBeGreaterThan(6)
  })

  it('shows the manner of its level', () => {
    expect(new Set(VOICES.map((level) => faceOf('Aldo', level).mouth)).size).toBe(VOICES.length)
    expect(faceOf('Aldo', 'of a later version').mouth).toBe(faceOf('Aldo', 'house').mouth)
  })
})

describe('a remark', () => {
  const levels = [null, 'novice', 'trader']
  const levelOf = (seat: number): string | null => levels[seat] ?? null
  const rent = (seat: number, other: number): Event => ({ type: 'PaidPlayer', seat, other, amount: 50, why: 'rent', deed: 1 }) as Event
  const all = (events: Event[]): unknown[] => Array.from({ length: 300 }, (_, number) => remarkOf(number, events, levelOf)).filter((one) => one !== null)

  it('is made by one bot at a time, and not twice in a row', () => {
    bubbles.remark(1, 'remark.house.earned')
    bubbles.show(0, { emote: 'wave' })
    bubbles.remark(2, 'remark.house.paid')
    bubbles.remark(3, 'remark.house.paid')
    expect([...bubbles.bySeat.keys()].toSorted()).toEqual([0, 2])
    bubbles.clear()
  })

  it('comes now and then, and the same for everybody', () => {
    const found = all([rent(0, 1)])
    expect(found.length).toBeGreaterThan(60)
    expect(found.length).toBeLessThan(140)
    expect(found[0]).toEqual({ seat: 1, occasion: 'earned', path: 'remark.novice.earned' })
    expect(all([rent(0, 1)])).toEqual(found)
  })

  it('is made by bots only, about what everybody sees', () => {
    expect(all([{ type: 'Jailed', seat: 0 } as Event])).toEqual([])
    expect(all([{ type: 'BidMade', seat: 2, amount: 5 } as Event])).toEqual([])
    expect(all([{ type: 'DealProposed', seat: 2 } as Event])).toEqual([])
  })

  it('comes always where a game ends for a bot', () => {
    expect(remarkOf(1, [{ type: 'WentBankrupt', seat: 2, other: 1, amount: 9 } as Event], levelOf)?.path).toBe('remark.trader.ruined')
    expect(remarkOf(2, [{ type: 'WentBankrupt', seat: 2, other: 1, amount: 9 } as Event], levelOf)?.path).toBe('remark.trader.ruined')
  })

  it.each(LANGUAGES)('has its words in %s, for every manner and occasion, short enough for a bubble', (language) => {
    const remarks = wordsOf(language).remark as Tree
    for (const manner of VOICES) {
      for (const occasion of OCCASIONS) {
        const text = (remarks[manner] as Tree)[occasion]
        expect(text, `${manner}.${occasion}`).toBeTypeOf('string')
        expect((text as string).length, `${manner}.${occasion}`).toBeLessThan(40)
      }
    }
  })
})
