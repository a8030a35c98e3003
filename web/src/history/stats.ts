/** Statistics of a whole game, counted from its log; nothing here needs the rules. */
import type { Event, Fortune, SeatView, Told } from '$lib/protocol'

/** An event, with the number of the entry that told it. */
export interface Happened {
  number: number
  event: Event
}

/** A seat in the ranking. */
export interface Rank {
  place: number
  seat: number
  name: string
  worth: number | null
  /** Went out of the game as this many-th. */
  out: number
  won: boolean
}

export interface Payment extends Happened {
  from: number
  to: number
  amount: number
}

export interface DiceCounts {
  /** How often two dice gave each sum, from 2 to 12. */
  sums: { sum: number; count: number }[]
  rolls: number
  doubles: number
  /** How often a single die showed 1 to 6, over all throws. */
  faces: number[]
}

export interface Length {
  /** From the start to the last move, in milliseconds. */
  time: number
  turns: number
  moves: number
}

export function* events(told: readonly Told[]): Iterable<Happened> {
  for (const { number, events: all = [] } of told) for (const event of all) yield { number, event }
}

/** The moves of a game: its start, and every action since. */
export const movesOf = (told: readonly Told[]): Told[] => told.filter(({ entry }) => entry.type === 'Started' || entry.type === 'Played')

/** Winners first, then who is still in by worth, then who went out last. Equal places share their number. */
export function ranking(seats: readonly SeatView[], winners: readonly number[]): Rank[] {
  const key = ({ seat, out, worth }: SeatView): number[] => [winners.includes(seat) ? 0 : 1, out ? 1 : 0, -out, out ? 0 : -(worth ?? 0)]
  const compare = (one: SeatView, two: SeatView): number => {
    const [a, b] = [key(one), key(two)]
    const place = a.findIndex((value, at) => value !== b[at])
    return place < 0 ? 0 : (a[place] as number) - (b[place] as number)
  }
  const sorted = [...seats].sort((one, two) => compare(one, two) || one.seat - two.seat)
  return sorted.map((one) => {
    const place = 1 + sorted.findIndex((other) => compare(other, one) === 0)
    return { place, seat: one.seat, name: one.name, worth: one.worth, out: one.out, won: winners.includes(one.seat) }
  })
}

/** Every sum that went from one player to another. In deals, from whoever paid to whoever got it. */
export function payments(told: readonly Told[]): Payment[] {
  const found: Payment[] = []
  for (const one of told) {
    const moved = new Map<number, number>()
    for (const event of one.events ?? []) {
      const { number } = one
      if (event.type === 'PaidPlayer') found.push({ number, event, from: event.seat, to: event.other, amount: event.amount })
      else if ((event.type === 'AuctionWon' || event.type === 'CashSurrendered') && event.other !== null) found.push({ number, event, from: event.seat, to: event.other, amount: event.amount })
      else if (event.type === 'CashMoved') moved.set(event.seat, (moved.get(event.seat) ?? 0) + event.amount)
    }
    const event = one.events?.find(({ type }) => type === 'DealDone')
    if (event) found.push(...dealPayments(one.number, event, moved))
  }
  return found.filter(({ amount }) => amount > 0)
}

/** Who paid whom in a deal: those who give, in the order of seats, fill the purses of those who get. */
function dealPayments(number: number, event: Event, moved: Map<number, number>): Payment[] {
  const found: Payment[] = []
  const gets = [...moved].filter(([, amount]) => amount > 0).sort(([one], [two]) => one - two)
  const gives = [...moved].filter(([, amount]) => amount < 0).sort(([one], [two]) => one - two)
  for (const give of gives) {
    for (const get of gets) {
      const amount = Math.min(-give[1], get[1])
      if (amount > 0) found.push({ number, event, from: give[0], to: get[0], amount })
      give[1] += amount
      get[1] -= amount
    }
  }
  return found
}

/** What each seat (row) paid each other (column), over the whole game. */
export function paidMatrix(told: readonly Told[], seats: number): number[][] {
  const paid = Array.from({ length: seats }, () => Array.from({ length: seats }, () => 0))
  for (const { from, to, amount } of payments(told)) {
    const row = paid[from]
    if (row && to < seats) row[to] = (row[to] ?? 0) + amount
  }
  return paid
}

/** What each deed brought in rent, the best first. */
export function rents(told: readonly Told[]): { deed: number; amount: number; times: number }[] {
  const found = new Map<number, { deed: number; amount: number; times: number }>()
  for (const { event } of events(told)) {
    if (event.type !== 'PaidPlayer' || event.why !== 'rent' || event.deed === null || event.deed === undefined) continue
    const one = found.get(event.deed) ?? { deed: event.deed, amount: 0, times: 0 }
    found.set(event.deed, { ...one, amount: one.amount + event.amount, times: one.times + 1 })
  }
  return [...found.values()].sort((one, two) => two.amount - one.amount || one.deed - two.deed)
}

/** The dice of all throws of two; a seat counts only its own. */
export function diceCounts(told: readonly Told[], seat: number | null = null): DiceCounts {
  const sums = Array.from({ length: 11 }, (_, place) => ({ sum: place + 2, count: 0 }))
  const faces = [0, 0, 0, 0, 0, 0]
  let [rolls, doubles] = [0, 0]
  for (const { event } of events(told)) {
    if (event.type !== 'Rolled' && event.type !== 'OpeningRolled') continue
    if (seat !== null && event.seat !== seat) continue
    const dice: number[] = event.dice
    const [one = 1, two = 1] = dice
    const sum = sums[one + two - 2]
    if (sum) sum.count++
    for (const die of [one, two]) faces[die - 1] = (faces[die - 1] ?? 0) + 1
    rolls++
    if (one === two) doubles++
  }
  return { sums, rolls, doubles, faces }
}

/** How often each space was where a move ended, over all players. */
export function landings(told: readonly Told[], spaces: number): number[] {
  const found = Array.from({ length: spaces }, () => 0)
  for (const { event } of events(told)) if (event.type === 'Moved') found[event.space] = (found[event.space] ?? 0) + 1
  return found
}

/** Whether the agreed time was called. */
export const endedByTime = (told: readonly Told[]): boolean => told.some(({ events }) => events?.some(({ type }) => type === 'TimeCalled'))

export function lengthOf(told: readonly Told[]): Length {
  const moves = movesOf(told)
  const turns = [...events(told)].filter(({ event }) => event.type === 'TurnBegan').length
  return { time: (moves.at(-1)?.at ?? 0) - (moves[0]?.at ?? 0), turns, moves: Math.max(0, moves.length - 1) }
}

/** The turns of a game: the entry each began with. A graph runs along them, not along clicks. */
export const turnStarts = (told: readonly Told[]): number[] => [...events(told)].flatMap(({ number, event }) => (event.type === 'TurnBegan' ? [number] : []))

/** Everybody's worth after each turn: at the start, then once per turn, then at the end. */
export function worthByTurn(fortunes: readonly Fortune[], starts: readonly number[]): Fortune[] {
  const last = fortunes.at(-1)
  if (!last) return []
  const found: Fortune[] = []
  let at = 0
  for (const start of starts) {
    while (at + 1 < fortunes.length && (fortunes[at + 1] as Fortune).number < start) at++
    found.push({ number: start, worth: (fortunes[at] as Fortune).worth })
  }
  return [...found, last]
}
