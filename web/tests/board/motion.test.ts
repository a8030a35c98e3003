import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Edition } from '../../src/lib/edition'
import type { File } from '../../src/lib/editionFile'
import type { Event, Told, View } from '../../src/lib/protocol'
import type { TableStore } from '../../src/lib/table.svelte'
import type { Truth } from '../../src/lib/truth'

const heard = vi.hoisted(() => vi.fn<(sound: string) => void>())
vi.mock('../../src/lib/sound', () => ({ play: heard }))

const file = parse(readFileSync(new URL('../../../src/magnate/editions/clasico.toml', import.meta.url), 'utf8')) as unknown as File
const edition = new Edition(file, null, '')
const nothing = (): void => undefined
const rolled = (seat: number, one: number, two: number): Event => ({ type: 'Rolled', seat, dice: [one, two] })
const moved = (seat: number, origin: number, space: number): Event => ({ type: 'Moved', seat, origin, space })
const began = (seat: number): Event => ({ type: 'TurnBegan', seat })
const drawn: Event = { type: 'CardDrawn', seat: 0, deck: 0, card: 1 }

let motion: (typeof import('../../src/lib/motion.svelte'))['motion']
let tempo: (typeof import('../../src/lib/pace.svelte'))['tempo']
let number = 0
let frame = 16 // milliseconds until the page is drawn again

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: nothing })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: nothing }))
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: nothing })
  ;({ motion } = await import('../../src/lib/motion.svelte'))
  ;({ tempo } = await import('../../src/lib/pace.svelte'))
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, frame - (Date.now() % frame)))
  motion.clear()
  tempo.setPace('normal')
})

afterEach(async () => {
  motion.skip()
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

/** Everybody on these spaces. */
const at = (...spaces: number[]): Truth => ({ view: { seats: spaces.map((space, seat) => ({ seat, space, cards: [] })), deeds: [], must: [], question: null, turns: 0 } as unknown as View, mine: [] })
const play = (events: Event[], before = at(0, 0, 0), after = at(0, 0, 0)): void => motion.play({ number: ++number, seat: null, events, before, after }, edition)

/** Every place a seat was seen on, in order, until everything is shown; and how long that took. */
async function walkOf(seat: number): Promise<{ seen: number[]; took: number }> {
  const seen: number[] = []
  const start = Date.now()
  while (motion.busy) {
    const place = motion.places[seat] ?? motion.known?.view.seats[seat]?.space
    if (place !== undefined && place !== seen.at(-1)) seen.push(place)
    await vi.advanceTimersByTimeAsync(10)
  }
  return { seen, took: Date.now() - start }
}

describe('what happened, on the board', () => {
  it('waits at the origin while the dice tumble, then hops space by space', async () => {
    play([rolled(0, 1, 2), moved(0, 38, 1)], at(38), at(1))
    expect(motion.rolling).toBe(true)
    expect(await walkOf(0)).toEqual({ seen: [38, 39, 0, 1], took: 1340 })
  })

  it('knows nothing of the throw while the dice tumble, and the whole truth in the end', async () => {
    play([rolled(0, 1, 2), moved(0, 0, 3)], at(0), at(3))
    expect(motion.known).toMatchObject({ events: 0, latest: null })
    await vi.advanceTimersByTimeAsync(620)
    expect(motion.known).toMatchObject({ events: 1, latest: { type: 'Rolled' } })
    await walkOf(0)
    expect(motion.known).toBeNull()
    expect(motion.places).toEqual({})
    expect(motion.rolling).toBe(false)
  })

  it('takes prisoners straight to jail', async () => {
    play([moved(0, 28, 30), { type: 'Jailed', seat: 0 }], at(28), at(10))
    expect((await walkOf(0)).seen).toEqual([29, 30, 10])
  })

  it('ends at once when it is skipped, and plays what comes after', async () => {
    play([rolled(0, 6, 6), moved(0, 0, 12)])
    await vi.advanceTimersByTimeAsync(1000)
    motion.skip()
    expect(motion.busy).toBe(false)
    expect(motion.places).toEqual({})
    play([moved(1, 2, 4)], at(12, 2), at(12, 4))
    expect((await walkOf(1)).seen).toEqual([3, 4])
    expect(motion.busy).toBe(false)
  })

  it('notes what is skipped in the order in which it happened: the next roll puts the card away', () => {
    play([rolled(0, 3, 4), drawn])
    play([rolled(1, 1, 2)])
    motion.skip()
    expect(motion.card).toBeNull()
    expect(motion.dice?.seat).toBe(1)
  })

  it('moves nothing at the pace instant, but shows dice, card and sum', () => {
    tempo.setPace('instant')
    play([rolled(2, 3, 4), moved(2, 0, 7), { ...drawn, seat: 2 } as Event, { type: 'Collected', seat: 2, amount: 50, why: 'card' }])
    expect(motion.busy).toBe(false)
    expect(motion.dice?.dice).toEqual([3, 4])
    expect(motion.card).toMatchObject({ seat: 2, deck: 0, card: 1 })
    expect(motion.sum).toMatchObject({ from: null, to: 2, amount: 50 })
  })

  it('shows the truth at once when the pace is made instant, or the table read as text', () => {
    for (const stop of [() => tempo.setPace('instant'), () => tempo.setText(true)]) {
      tempo.setPace('normal')
      play([rolled(0, 6, 6), moved(0, 0, 12)])
      expect(motion.busy).toBe(true)
      stop()
      expect(motion.busy).toBe(false)
    }
    tempo.setText(false)
  })

  it('catches up in fast motion when the table runs ahead, and leaves nothing out', async () => {
    for (let turn = 0; turn < 8; turn++) play([moved(0, turn, turn + 1), began(0)], at(turn), at(turn + 1))
    const { seen, took } = await walkOf(0)
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(took).toBeLessThan(600)
  })

  it('ends what others are looked at for when the table is more than a turn ahead', async () => {
    play([{ ...drawn, seat: 1 } as Event, moved(1, 0, 2)], at(0, 0), at(0, 2))
    await vi.advanceTimersByTimeAsync(500) // the card lies open for two seconds or more
    for (let turn = 0; turn < 2; turn++) play([began(0), moved(0, turn, turn + 1)], at(turn, 2), at(turn + 1, 2))
    const { took } = await walkOf(0)
    expect(motion.busy).toBe(false)
    expect(took).toBeLessThan(400)
  })

  it('draws every moment once, however seldom a busy page is drawn', async () => {
    frame = 200
    const first = number + 1
    for (let turn = 0; turn < 8; turn++) play([rolled(0, 1, 2), began(0)])
    const drawn = new Set<number>()
    const draw = (): void => {
      if (motion.rolling) drawn.add(motion.known?.number ?? 0)
      if (motion.busy) requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
    await vi.advanceTimersByTimeAsync(10_000)
    frame = 16
    expect([...drawn]).toEqual(Array.from({ length: 8 }, (_, turn) => first + turn))
  })

  it('lets a card be read until it is put away', async () => {
    play([drawn, moved(0, 0, 2)], at(0), at(2))
    await vi.advanceTimersByTimeAsync(500)
    motion.putAway()
    expect(await walkOf(0)).toMatchObject({ seen: [0, 1, 2], took: 360 })
  })

  it('celebrates a small moment with a picture and its sound, and neither with reduced motion', async () => {
    const deal: Event[] = [{ type: 'DealDone', deal: 0 }, { type: 'CashMoved', seat: 0, amount: 0 }]
    for (const reduced of [false, true]) {
      tempo.reduced = reduced
      heard.mockClear()
      play(deal)
      expect(motion.feat?.feat ?? null).toBe(reduced ? null : 'deal')
      expect(heard.mock.calls.flat().includes('deal')).toBe(!reduced)
      await walkOf(0)
      expect(motion.feat).toBeNull()
    }
    tempo.reduced = false
  })

  it('says when everything is shown', async () => {
    let isSettled = false
    play([moved(0, 0, 2)])
    void motion.settled().then(() => (isSettled = true))
    await vi.advanceTimersByTimeAsync(300)
    expect(isSettled).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(isSettled).toBe(true)
  })
})

describe('a table', () => {
  let hear: (told: Told, before: Truth | null) => void = nothing
  const store = { number: 0, seats: [0], told: [], listen: (heard: typeof hear) => ((hear = heard), nothing) } as unknown as TableStore
  const told = (number: number, seat: number, events: Event[], { view, mine }: Partial<Truth> = at(0, 0, 0)): Told => ({ type: 'Told', number, at: 0, entry: { type: 'Played', seat, action: { type: 'Roll' } }, events, view, mine }) as Told

  it('goes on in fast motion after my own action, and shows it all', async () => {
    const stop = motion.follow(store, edition)
    hear(told(1, 1, [moved(1, 0, 9)], at(5, 9)), at(5, 0))
    await vi.advanceTimersByTimeAsync(50)
    hear(told(2, 0, [moved(0, 5, 8)], at(8, 9)), at(5, 9))
    const { seen, took } = await walkOf(0)
    expect(seen).toEqual([5, 6, 7, 8])
    expect(took).toBeGreaterThan(900) // mine takes its time
    expect(took).toBeLessThan(1200)
    stop()
  })

  it('lets what is said beside the game take its place in the story', async () => {
    const stop = motion.follow(store, edition)
    hear(told(1, 1, [moved(1, 0, 2)], at(0, 2)), at(0, 0))
    hear(told(2, 1, [], {}), at(0, 2))
    expect(motion.known?.number).toBe(1)
    await walkOf(1)
    expect(motion.busy).toBe(false)
    stop()
  })

  it('does not show again what was missed while the connection was lost', () => {
    const stop = motion.follow(store, edition)
    hear(told(1, 1, [moved(1, 0, 2)], {}), at(0, 2))
    expect(motion.busy).toBe(false)
    stop()
  })
})
