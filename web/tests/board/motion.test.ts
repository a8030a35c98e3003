import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Edition } from '../../src/lib/edition'
import type { File } from '../../src/lib/editionFile'
import type { Event, Told, View } from '../../src/lib/protocol'
import type { TableStore } from '../../src/lib/table.svelte'

const file = parse(readFileSync(new URL('../../../src/magnate/editions/clasico.toml', import.meta.url), 'utf8')) as unknown as File
const edition = new Edition(file, null, '')
const nothing = (): void => undefined
const rolled = (seat: number, one: number, two: number): Event => ({ type: 'Rolled', seat, dice: [one, two] })
const moved = (seat: number, origin: number, space: number): Event => ({ type: 'Moved', seat, origin, space })

type Motion = (typeof import('../../src/lib/motion.svelte'))['motion']
let motion: Motion

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: nothing })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: nothing }))
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: nothing })
  ;({ motion } = await import('../../src/lib/motion.svelte'))
})

beforeEach(() => {
  vi.useFakeTimers()
  motion.clear()
  motion.setPace('normal')
})

afterEach(async () => {
  motion.skip()
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

/** Every place a seat was shown on, in order, until nothing moves. */
async function walkOf(seat: number): Promise<number[]> {
  const seen: number[] = []
  while (motion.busy) {
    const place = motion.places[seat]
    if (place !== undefined && place !== seen.at(-1)) seen.push(place)
    await vi.advanceTimersByTimeAsync(10)
  }
  return seen
}

describe('what happened, on the board', () => {
  it('waits at the origin while the dice tumble, then hops space by space', async () => {
    motion.play([rolled(0, 1, 2), moved(0, 38, 1)], edition)
    expect(motion.places[0]).toBe(38)
    expect(motion.rolling).toBe(true)
    expect(await walkOf(0)).toEqual([38, 39, 0, 1])
  })

  it('leaves every token to the view once it has played', async () => {
    motion.play([rolled(0, 1, 2), moved(0, 0, 3)], edition)
    await walkOf(0)
    expect(motion.places).toEqual({})
    expect(motion.rolling).toBe(false)
  })

  it('walks backwards where a card sends back', async () => {
    const [deck, card] = findBack()
    motion.play([{ type: 'CardDrawn', seat: 0, deck, card }, moved(0, 7, 4)], edition)
    expect(await walkOf(0)).toEqual([7, 6, 5, 4])
  })

  it('takes prisoners straight to jail', async () => {
    motion.play([moved(0, 28, 30), { type: 'Jailed', seat: 0 }], edition)
    expect(await walkOf(0)).toEqual([29, 30, 10])
  })

  it('keeps a token where it stood until the third double has been seen', async () => {
    const before = { seats: [{ seat: 0, space: 17 }] } as unknown as View
    motion.play([rolled(0, 4, 4), { type: 'Jailed', seat: 0 }], edition, before)
    expect(await walkOf(0)).toEqual([17, 10])
  })

  it('ends at once when it is skipped', async () => {
    motion.play([rolled(0, 6, 6), moved(0, 0, 12)], edition)
    motion.skip()
    expect(motion.places).toEqual({})
    expect(motion.rolling).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(motion.busy).toBe(false)
    expect(motion.places).toEqual({})
  })

  it('plays what comes after a skip', async () => {
    motion.play([rolled(0, 6, 6), moved(0, 0, 12)], edition)
    motion.skip()
    motion.play([moved(1, 2, 4)], edition)
    expect(await walkOf(1)).toEqual([2, 3, 4])
  })

  it('notes what is skipped in the order in which it happened: the next roll puts the card away', async () => {
    motion.play([rolled(0, 3, 4), { type: 'CardDrawn', seat: 0, deck: 0, card: 1 }], edition)
    motion.play([rolled(1, 1, 2)], edition)
    motion.skip()
    await vi.advanceTimersByTimeAsync(20)
    expect(motion.card).toBeNull()
    expect(motion.dice?.seat).toBe(1)
  })

  it('leaves nothing of a walk that was skipped', async () => {
    motion.play([moved(0, 0, 12)], edition)
    await vi.advanceTimersByTimeAsync(200)
    motion.skip()
    motion.play([moved(1, 2, 9)], edition)
    await vi.advanceTimersByTimeAsync(20)
    expect(motion.places[0]).toBeUndefined()
    expect(motion.places[1]).toBeDefined()
  })

  it('moves nothing at pace off, but shows dice, card and sum', () => {
    motion.setPace('off')
    motion.play([rolled(2, 3, 4), moved(2, 0, 7), { type: 'CardDrawn', seat: 2, deck: 0, card: 1 }, { type: 'Collected', seat: 2, amount: 50, why: 'card' }], edition)
    expect(motion.busy).toBe(false)
    expect(motion.places).toEqual({})
    expect(motion.dice?.dice).toEqual([3, 4])
    expect(motion.card).toEqual({ seat: 2, deck: 0, card: 1 })
    expect(motion.sum).toMatchObject({ from: null, to: 2, amount: 50 })
  })

  it('gives up on what is old when the table runs far ahead', async () => {
    for (let turn = 0; turn < 12; turn++) motion.play([moved(0, turn, turn + 1)], edition)
    expect(await walkOf(0).then((seen) => seen.length)).toBeLessThan(12)
    expect(motion.places).toEqual({})
  })

  it('is interrupted by my own action, not by what others do', async () => {
    let hear: (told: Told) => void = nothing
    const store = { number: 0, seats: [0], listen: (heard: typeof hear) => ((hear = heard), nothing) }
    const stop = motion.follow(store as unknown as TableStore, edition)
    const told = (number: number, seat: number, events: Event[]): Told => ({ type: 'Told', number, at: 0, entry: { type: 'Played', seat, action: { type: 'Roll' } }, events })
    hear(told(1, 1, [moved(1, 0, 9)]))
    hear(told(2, 2, [moved(2, 0, 3)]))
    expect(motion.places[1]).toBeDefined()
    hear(told(3, 0, [moved(0, 5, 8)]))
    expect(motion.places).toEqual({ 0: 5 })
    expect(await walkOf(0)).toEqual([5, 6, 7, 8])
    stop()
  })
})

function findBack(): [number, number] {
  const decks = Object.values(file.decks)
  for (const [deck, { cards }] of decks.entries()) {
    const card = cards.findIndex((one) => one.effect === 'move_back')
    if (card >= 0) return [deck, card]
  }
  throw new Error('no card sends back')
}
