/**
 * What a page may know while an entry is being shown: the view before it, with as many of its events as were shown.
 * The last event brings the whole view after it, with its question; until then nobody is asked anything new.
 */
import { cashChanges } from './cash'
import type { DeedView, Event, Mine, SeatView, Told, View } from './protocol'

/** A position, with what is only for the seats of this browser. */
export interface Truth {
  view: View
  mine: readonly Mine[]
}

/** An entry of the log that is to be shown. */
export interface Entry {
  number: number
  /** Who acted; null where nobody did, or where it does not matter. */
  seat: number | null
  events: readonly Event[]
  before: Truth
  after: Truth
}

/** What is known: everything before an entry, and so many of its events. */
export interface Known extends Truth {
  number: number
  events: number
  /** The last event that was shown. */
  latest: Event | null
  /** The whole entry is known. */
  whole: boolean
}

/** What is known when an entry begins: whoever acted has been answered, and what others are asked stays if it still is. */
export function beginning({ number, seat, before, after }: Entry): Known {
  const stays = JSON.stringify(before.view.question) === JSON.stringify(after.view.question)
  const must = stays ? before.view.must.filter((one) => one !== seat && after.view.must.includes(one)) : []
  const question = must.length ? before.view.question : null
  const due = (seat: number): NonNullable<Mine['due']> => after.mine.find((one) => one.seat === seat)?.due ?? []
  const mine = before.mine.map((one) => ({ ...(must.includes(one.seat) ? one : { ...one, options: [] }), due: stillDue(one.due, due(one.seat)) }))
  return { number, events: 0, latest: null, whole: false, view: { ...before.view, must, question }, mine }
}

/** Rents that can still be claimed; a new one is known with the last event, when its debtor has arrived. */
const stillDue = (before: Mine['due'] = [], after: NonNullable<Mine['due']>): NonNullable<Mine['due']> => before.filter((rent) => after.some((one) => JSON.stringify(one) === JSON.stringify(rent)))

/** What is known with one more event. `jail` is the space of the jail. */
export function withNext(entry: Entry, known: Known, jail: number): Known {
  const event = entry.events[known.events]
  if (!event) return known
  const events = known.events + 1
  const later = entry.events.slice(events)
  const told = { number: entry.number, events, latest: event }
  if (!later.length) return { ...told, whole: true, ...entry.after }
  const changes = cashChanges(event)
  const mine = known.mine.map((one) => (changes.has(one.seat) && typeof one.cash === 'number' ? { ...one, cash: one.cash + (changes.get(one.seat) ?? 0) } : one))
  return { ...told, whole: false, view: viewWith(known.view, event, later, entry.after.view, jail), mine }
}

/** An entry without events is known at once. */
export const ending = (entry: Entry): Known => ({ number: entry.number, events: entry.events.length, latest: entry.events.at(-1) ?? null, whole: true, ...entry.after })

/** Whose moment is being shown: of whoever does something, whoever's turn it is. */
export const whoseMoment = ({ latest, view }: Pick<Known, 'latest' | 'view'>): number | null =>
  latest && 'seat' in latest && typeof latest.seat === 'number' ? latest.seat : (view.turn ?? null)

/** Whether a seat that answers what one view asks answers the other as well: nothing that it depends on differs. */
export function asksTheSame(seat: number, shown: View, newest: View): boolean {
  const about = ({ question, turns, doubles, roll_due, seats, deeds, deals }: View): string => JSON.stringify([question, turns, doubles, roll_due, seats, deeds, deals])
  return newest.must.includes(seat) && about(shown) === about(newest)
}

/** What was told, as far as it is known. */
export function toldUntil(told: readonly Told[], known: Known | null): readonly Told[] {
  if (!known) return told
  const until = told.findLastIndex((one) => one.number <= known.number)
  const last = told[until]
  if (!last || known.whole || last.number < known.number) return told.slice(0, until + 1)
  return [...told.slice(0, until), { ...last, events: (last.events ?? []).slice(0, known.events) }]
}

function viewWith(view: View, event: Event, later: readonly Event[], after: View, jail: number): View {
  const named = seatsOf(event)
  const seats = view.seats.map((one) => {
    if (!named.has(one.seat)) return one
    const isLast = !later.some((next) => seatsOf(next).has(one.seat))
    return isLast ? (after.seats[one.seat] ?? one) : { ...one, ...seatWith(one, event, jail) }
  })
  const changed = deedWith(event)
  const deed = changed && 'deed' in event ? event.deed : null
  const deeds = view.deeds.map((one) => {
    if (one.deed !== deed) return one
    const isLast = !later.some((next) => 'deed' in next && next.deed === deed && deedWith(next))
    return isLast ? (after.deeds[deed] ?? one) : { ...one, ...changed }
  })
  const isDeal = event.type.startsWith('Deal') && !later.some((next) => next.type.startsWith('Deal'))
  return { ...view, seats, deeds, ...(isDeal ? { deals: after.deals } : {}), ...turnWith(view, event, after) }
}

/** Whom an event names: until the last that does, a seat is known only as far as the events say. */
function seatsOf(event: Event): Set<number> {
  const found = new Set(cashChanges(event).keys())
  for (const key of ['seat', 'other', 'owner', 'debtor', 'creditor']) {
    const seat = (event as unknown as Record<string, unknown>)[key]
    if (typeof seat === 'number') found.add(seat)
  }
  return found
}

function seatWith(seat: SeatView, event: Event, jail: number): Partial<SeatView> {
  const change = cashChanges(event).get(seat.seat)
  const cash = change !== undefined && seat.cash !== null ? { cash: seat.cash + change } : {}
  switch (event.type) {
    case 'Moved':
      return { space: event.space }
    case 'Jailed':
      return { space: jail >= 0 ? jail : seat.space, in_jail: true, jail_turns: 0 }
    case 'Released':
      return { in_jail: false }
    case 'Stayed':
      return { jail_turns: event.turns }
    case 'CardKept':
      return { cards: [...seat.cards, event.card] }
    case 'CardUsed':
      return { cards: seat.cards.filter((card) => card !== event.card) }
    case 'CardMoved':
      return { cards: event.other === seat.seat ? [...seat.cards, event.card] : seat.cards.filter((card) => card !== event.card) }
    default:
      return cash
  }
}

/** What an event makes of the deed it names; null where it changes none. */
export function deedWith(event: Event): Partial<Pick<DeedView, 'owner' | 'level' | 'mortgaged'>> | null {
  switch (event.type) {
    case 'DeedDealt':
    case 'DeedBought':
      return { owner: event.seat }
    case 'AuctionWon':
      return event.deed === null ? null : { owner: event.seat }
    case 'DeedMoved':
      return { owner: event.other }
    case 'PropertySettled':
      return { owner: event.creditor }
    case 'Built':
    case 'BuildingsSold':
    case 'BuildingPlaced':
      return { level: event.level }
    case 'BuildingsReturned':
      return { level: 0 }
    case 'DeedMortgaged':
      return { mortgaged: true }
    case 'MortgageLifted':
      return { mortgaged: false }
    default:
      return null
  }
}

function turnWith(view: View, event: Event, after: View): Partial<View> {
  switch (event.type) {
    case 'TurnBegan':
      return { turn: event.seat, turns: view.turns + 1 }
    case 'Rolled':
      return { dice: event.dice }
    case 'StarterChosen':
      return { order: after.order }
    default:
      return {}
  }
}
