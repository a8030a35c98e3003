/** The small moments of a game: a whole group, the first hotel, out of jail by a double, the highest rent, a deal, a ruin. */
import { type Edition, housesOf } from './edition'
import type { Event, View } from './protocol'
import { deedWith } from './truth'

export type FeatKind = 'group' | 'hotel' | 'escape' | 'dearest' | 'deal' | 'ruin'

export interface Feat {
  feat: FeatKind
  seats: readonly number[]
  /** The group it is about, and the sum. */
  group: number | null
  amount: number | null
}

const DEAR = 1 / 8 // of the cash at the start: a lower rent is nothing to look up for

/** What of a game so far decides whether something is the first or the highest of it. */
export class Past {
  hasHotel = false
  dearest = 0

  note(events: readonly Event[], edition: Edition): void {
    for (const event of events) {
      if (isHotel(event, edition)) this.hasHotel = true
      if (event.type === 'PaidPlayer' && event.why === 'rent') this.dearest = Math.max(this.dearest, event.amount)
    }
  }
}

/** The feat that an event is, if it is one. `before` is the view before it, `past` everything before its entry. */
export function featOf(events: readonly Event[], place: number, before: View, edition: Edition, past: Past): Feat | null {
  const event = events[place]
  const feat = (kind: FeatKind, seats: readonly number[], more: Partial<Feat> = {}): Feat => ({ feat: kind, seats, group: null, amount: null, ...more })
  if (!event) return null
  if (isHotel(event, edition) && !past.hasHotel && !events.slice(0, place).some((one) => isHotel(one, edition))) return feat('hotel', [event.seat], { group: edition.deeds[event.deed]?.group ?? null })
  switch (event.type) {
    case 'Released':
      return events.slice(0, place).some((one) => one.type === 'Rolled' && one.seat === event.seat && one.dice[0] === one.dice[1]) ? feat('escape', [event.seat]) : null
    case 'PaidPlayer':
      return event.why === 'rent' && event.amount > past.dearest && event.amount >= DEAR * startCash(edition) ? feat('dearest', [event.seat, event.other], { amount: event.amount }) : null
    case 'DealDone':
      return feat('deal', partiesOf(events.slice(place + 1)))
    case 'WentBankrupt':
      return feat('ruin', [event.seat])
    default: {
      const group = completedGroup(event, events, before, edition)
      return group && feat('group', [group.seat], { group: group.group })
    }
  }
}

function isHotel(event: Event, edition: Edition): event is Extract<Event, { type: 'Built' | 'BuildingPlaced' }> {
  if (event.type !== 'Built' && event.type !== 'BuildingPlaced') return false
  const deed = edition.deeds[event.deed]
  return deed !== undefined && event.level > housesOf(deed)
}

/** A group that somebody came to own by this event. What falls to them from a bankrupt is no feat. */
function completedGroup(event: Event, events: readonly Event[], before: View, edition: Edition): { seat: number; group: number } | null {
  const seat = deedWith(event)?.owner
  const deed = 'deed' in event && typeof event.deed === 'number' ? event.deed : null
  if (typeof seat !== 'number' || deed === null || before.deeds[deed]?.owner === seat) return null
  if (events.some(({ type }) => type === 'WentBankrupt' || type === 'Conceded' || type === 'DeedDealt')) return null
  const group = edition.deeds[deed]?.group ?? -1
  const members = edition.deedsOf(group)
  const isWhole = members.length > 1 && members.every((one) => one.deed === deed || before.deeds[one.deed]?.owner === seat)
  return isWhole ? { seat, group } : null
}

function partiesOf(events: readonly Event[]): number[] {
  const seats = events.flatMap((event) => (event.type === 'CashMoved' || event.type === 'DeedMoved' || event.type === 'CardMoved' ? [event.seat, 'other' in event ? event.other : null] : []))
  return [...new Set(seats.filter((seat) => seat !== null))]
}

function startCash(edition: Edition): number {
  const { cash } = edition.file.rules.setup
  return typeof cash === 'number' ? cash : Math.min(...cash)
}
