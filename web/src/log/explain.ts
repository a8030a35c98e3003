/** Explains an amount: ownership and buildings at the time of payment, read from the log and the deeds. */
import type { Deed, Edition } from '$lib/edition'
import type { Event, RentClaimed, Told } from '$lib/protocol'
import { deedWith } from '$lib/truth'
import { say } from '$lib/words.svelte'
import { cashChanges } from '$lib/cash'
import type { EventLine } from './lines'
import type { Names } from './names'

/** A purse before and after an event. */
export interface CashBefore {
  seat: number
  before: number
  after: number
}

/** Counted back from what the purses hold now; a purse that nobody may see is left out. */
export function cashAt(told: readonly Told[], line: EventLine, cash: (seat: number) => number | null): CashBefore[] {
  const changed = cashChanges(line.event)
  if (!changed.size) return []
  const since = new Map<number, number>()
  for (let i = told.length - 1; i >= 0; i--) {
    const one = told[i]
    if (!one || one.number < line.number) break
    for (const [place, event] of (one.events ?? []).entries()) {
      if (one.number === line.number && place <= line.place) continue
      for (const [seat, change] of cashChanges(event)) since.set(seat, (since.get(seat) ?? 0) + change)
    }
  }
  return [...changed].flatMap(([seat, change]) => {
    const now = cash(seat)
    if (now === null) return []
    const after = now - (since.get(seat) ?? 0)
    return [{ seat, before: after - change, after }]
  })
}

interface Holding {
  owner: number | null
  level: number
}

/** A stop on a deed: who owned what and what stood there at that moment, and what the rent depended on. */
interface Visit {
  held: readonly Holding[]
  /** The roll that led there, or the one made for the rent; null where there was none yet. */
  pips: number | null
  /** What a card made of the rent: so many times as much, or as if the whole group were owned. */
  times: number
  fullSet: boolean
}

const PLAIN = { times: 1, fullSet: false } as const

/** The stops of a seat on a space before an event, in their order. Ownership may change before a rent is claimed. */
function visitsOf(told: readonly Told[], line: EventLine, edition: Edition, seat: number, space: number): Visit[] {
  const visits: Visit[] = []
  const held: Holding[] = edition.deeds.map(() => ({ owner: null, level: 0 }))
  let pips: number | null = null
  let card: ReturnType<Edition['card']> | null = null
  /** A card led here: the dice are rolled once more where the rent depends on them. */
  let rollsAgain: Visit | null = null
  for (const event of eventsBefore(told, line)) {
    note(held, event)
    if (!('seat' in event) || event.seat !== seat) continue
    if (event.type === 'Rolled') {
      pips = event.dice[0] + event.dice[1]
      card = null
      if (rollsAgain) rollsAgain.pips = pips
      rollsAgain = null
    } else if (event.type === 'CardDrawn') card = edition.card(event.deck, event.card) ?? null
    else if (event.type === 'Moved') {
      const isThere = event.space === space
      const byCard = !card ? PLAIN : { times: card.effect === 'nearest_transport' ? card.times : 1, fullSet: card.effect === 'nearest_utility' }
      const visit: Visit = { held: held.map((one) => ({ ...one })), pips: card ? null : pips, ...byCard }
      rollsAgain = isThere && card ? visit : null
      if (isThere) visits.push(visit)
    }
  }
  return visits
}

function* eventsBefore(told: readonly Told[], line: EventLine): Generator<Event> {
  for (const one of told) {
    if (one.number > line.number) return
    for (const [place, event] of (one.events ?? []).entries()) {
      if (one.number === line.number && place >= line.place) return
      yield event
    }
  }
}

function note(held: Holding[], event: Event): void {
  const at = 'deed' in event && typeof event.deed === 'number' ? held[event.deed] : undefined
  if (at) Object.assign(at, deedWith(event))
}

type Rent = Pick<RentClaimed, 'owner' | 'debtor' | 'deed' | 'amount'>

/** Whose rent an event tells of, and from whom. */
function rentOf(event: Event): Rent | null {
  if (event.type === 'RentClaimed' || event.type === 'RentLapsed') return event
  if ((event.type !== 'PaidPlayer' && event.type !== 'DebtOwed') || event.why !== 'rent') return null
  const { other, deed, seat, amount } = event
  return typeof other === 'number' && typeof deed === 'number' ? { owner: other, debtor: seat, deed, amount } : null
}

/**
 * The rent of an event in words: which line of the deed it is. It was set when the debtor stopped there, by what the log
 * says of that moment; null where that does not make exactly this amount.
 */
export function explainRent(told: readonly Told[], line: EventLine, edition: Edition, names: Names): string | null {
  const rent = rentOf(line.event)
  const deed = rent && edition.deeds[rent.deed]
  if (!deed) return null
  const visits = visitsOf(told, line, edition, rent.debtor, deed.space)
  for (const visit of visits.reverse()) {
    const said = explainVisit(visit, rent, deed, edition, names)
    if (said !== null) return said
  }
  return null
}

function explainVisit(visit: Visit, { owner, deed: number, amount }: Rent, deed: Deed, edition: Edition, names: Names): string | null {
  const { held, pips } = visit
  const here = held[number]
  if (!here || here.owner !== owner) return null
  const mates = edition.deedsOf(deed.group)
  const owned = mates.filter((mate) => held[mate.deed]?.owner === owner).length
  const group = edition.groups[deed.group]
  const { rents } = deed.file
  const values = { deed: names.deed(number), amount: names.money(amount), owner: names.seat(owner), group: names.group(deed.group), n: owned, all: mates.length }
  if (group?.kind === 'lots') {
    const row = here.level > names.rules.building.houses_per_lot ? rents.length - 1 : here.level // AMB-110: fewer houses, the same hotel
    const printed = rents[row] ?? 0
    if (amount === printed) return say(here.level ? 'talk.rent.built' : 'talk.rent.bare', { ...values, buildings: names.buildings(here.level) })
    if (amount === deed.file.whole_group_rents?.[row] && owned === mates.length) return say('talk.rent.double', { ...values, printed: names.money(printed) })
    return null
  }
  const { times, fullSet } = visit
  const rate = rents[(fullSet ? mates.length : owned) - 1]
  if (rate === undefined) return null
  const isByCard = fullSet && owned < mates.length
  if (group?.times_dice) return pips !== null && amount === rate * pips * times ? say(isByCard ? 'talk.rent.card_dice' : 'talk.rent.dice', { ...values, times: rate * times, pips }) : null
  if (amount !== rate * times) return null
  if (times > 1) return say('talk.rent.card_times', { ...values, printed: names.money(rate), times })
  return say(isByCard ? 'talk.rent.card_group' : 'talk.rent.owned', values)
}
