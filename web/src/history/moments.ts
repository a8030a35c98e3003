/** Highlights of a game: about a dozen lines, each with a link into the replay. */
import type { Event, Told } from '$lib/protocol'
import { events, payments } from './stats'

export type MomentKind = 'start' | 'payment' | 'bankruptcy' | 'set' | 'deal' | 'dear' | 'cheap' | 'concession' | 'end'

export interface Moment {
  kind: MomentKind
  /** The entry of the log. */
  number: number
  event: Event
  /** Whose moment it is. */
  seat: number | null
  amount: number
  /** The group that was completed. */
  group: number | null
  /** What it would have cost, where it went under the hammer. */
  price: number | null
}

/** What is printed on a deed. */
export interface PrintedDeed {
  group: number
  price: number
}

const MOST = { payment: 4, deal: 4, auction: 3 }
const FAR = 0.4 // of the printed price, up or down
const LARGE = 0.25 // of the largest payment

const moment = (kind: MomentKind, number: number, event: Event, seat: number | null, more: Partial<Moment> = {}): Moment => ({ kind, number, event, seat, amount: 0, group: null, price: null, ...more })

/** The key moments of a game, in order. */
export function keyMoments(told: readonly Told[], deeds: readonly PrintedDeed[]): Moment[] {
  const found = [...largest(told), ...auctions(told, deeds), ...deals(told), ...sets(told, deeds)]
  let first: Moment | null = null
  for (const { number, event } of events(told)) {
    if (event.type === 'TurnBegan') first ??= moment('start', number, event, event.seat)
    else if (event.type === 'WentBankrupt') found.push(moment('bankruptcy', number, event, event.seat, { amount: event.amount }))
    else if (event.type === 'Conceded') found.push(moment('concession', number, event, event.seat))
    else if (event.type === 'GameWon') found.push(moment('end', number, event, event.seat))
  }
  if (first) found.push(first)
  return found.sort((one, two) => one.number - two.number)
}

const DECISIVE: readonly MomentKind[] = ['payment', 'set', 'bankruptcy', 'deal', 'dear', 'cheap', 'concession']

/** The few that decided a game, in order: the best of each kind first, then the next best. */
export function decisiveMoments(moments: readonly Moment[], count: number): Moment[] {
  const kinds = DECISIVE.map((kind) => moments.filter((one) => one.kind === kind).sort((one, two) => two.amount - one.amount || two.number - one.number))
  const most = Math.max(0, ...kinds.map((found) => found.length))
  const ordered = Array.from({ length: most }, (_, place) => kinds.flatMap((found) => found[place] ?? [])).flat()
  return ordered.slice(0, count).sort((one, two) => moments.indexOf(one) - moments.indexOf(two)) // a deal before the group it completes
}

/** The largest sums one player had to pay another. */
function largest(told: readonly Told[]): Moment[] {
  const due = payments(told).filter(({ event }) => event.type === 'PaidPlayer')
  const top = due.sort((one, two) => two.amount - one.amount || one.number - two.number).slice(0, MOST.payment)
  const large = top.filter(({ amount }) => amount >= LARGE * (top[0]?.amount ?? 0))
  return large.map(({ number, event, from, amount }) => moment('payment', number, event, from, { amount }))
}

/** Deeds that went under the hammer for much more or much less than is printed on them. */
function auctions(told: readonly Told[], deeds: readonly PrintedDeed[]): Moment[] {
  const found: Moment[] = []
  for (const { number, event } of events(told)) {
    if (event.type !== 'AuctionWon' || event.deed === null) continue
    const price = deeds[event.deed]?.price ?? 0
    const part = price ? (event.amount - price) / price : 0
    if (Math.abs(part) >= FAR) found.push(moment(part > 0 ? 'dear' : 'cheap', number, event, event.seat, { amount: event.amount, price }))
  }
  const far = ({ amount, price }: Moment): number => Math.abs(Math.log(Math.max(amount, 1) / (price ?? 1)))
  return found.sort((one, two) => far(two) - far(one)).slice(0, MOST.auction)
}

/** The deals that moved most: the more deeds changed hands the better, then the more money. */
function deals(told: readonly Told[]): Moment[] {
  const found: { moment: Moment; deeds: number }[] = []
  for (const { number, events: all = [] } of told) {
    const event = all.find(({ type }) => type === 'DealDone')
    if (event?.type !== 'DealDone') continue
    const amount = all.reduce((sum, one) => sum + (one.type === 'CashMoved' && one.amount > 0 ? one.amount : 0), 0)
    const moved = all.filter(({ type }) => type === 'DeedMoved').length
    found.push({ moment: moment('deal', number, event, event.deal, { amount }), deeds: moved })
  }
  return found
    .sort((one, two) => two.deeds - one.deeds || two.moment.amount - one.moment.amount)
    .slice(0, MOST.deal)
    .map((one) => one.moment)
}

/** Whenever somebody came to own a whole group by what they did. What falls to them from a bankrupt is no feat. */
function sets(told: readonly Told[], deeds: readonly PrintedDeed[]): Moment[] {
  const owner = new Map<number, number | null>()
  const known = new Set<string>()
  const found: Moment[] = []
  for (const { number, events: all = [] } of told) {
    const inherited = all.some(({ type }) => type === 'WentBankrupt' || type === 'Conceded')
    for (const event of all) {
      const deed = take(event, owner)
      const seat = deed === null ? null : (owner.get(deed) ?? null)
      const group = deed === null ? -1 : (deeds[deed]?.group ?? -1)
      const members = deeds.flatMap((one, place) => (one.group === group ? [place] : []))
      if (seat === null || members.length < 2 || known.has(`${seat} ${group}`) || members.some((one) => owner.get(one) !== seat)) continue
      known.add(`${seat} ${group}`)
      if (!inherited) found.push(moment('set', number, event, seat, { group }))
    }
  }
  return found
}

/** Note who owns a deed after an event; the deed, if one changed hands. */
function take(event: Event, owner: Map<number, number | null>): number | null {
  if (event.type === 'DeedBought' || event.type === 'DeedDealt') owner.set(event.deed, event.seat)
  else if (event.type === 'AuctionWon' && event.deed !== null) owner.set(event.deed, event.seat)
  else if (event.type === 'DeedMoved') owner.set(event.deed, event.other)
  else if (event.type === 'PropertySettled') owner.set(event.deed, event.creditor)
  else return null
  return event.deed
}
