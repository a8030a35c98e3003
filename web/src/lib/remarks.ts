/**
 * Remarks of bots: now and then, about what everybody has seen. They follow from the number of an entry and its public
 * events alone, so everybody at a table reads the same.
 */
import type { Event } from './protocol'

export const OCCASIONS = ['paid', 'earned', 'jailed', 'released', 'built', 'won_lot', 'deal', 'ruined', 'won'] as const
export type Occasion = (typeof OCCASIONS)[number]
export const VOICES = ['novice', 'house', 'trader', 'master', 'oracle'] as const

export interface Remark {
  seat: number
  occasion: Occasion
  /** The path of its words. */
  path: string
}

const ONE_IN = 3
const ALWAYS: readonly Occasion[] = ['ruined', 'won']

/** The remark that an entry calls for, if a bot sits where something happened. `levelOf` is the level of a bot's seat. */
export function remarkOf(number: number, events: readonly Event[], levelOf: (seat: number) => string | null): Remark | null {
  for (const event of events.toReversed()) {
    for (const [seat, occasion] of occasionsOf(event)) {
      const level = levelOf(seat)
      if (level === null) continue
      if (!ALWAYS.includes(occasion) && !speaksNow(number)) continue
      const voice = VOICES.find((one) => one === level) ?? 'house'
      return { seat, occasion, path: `remark.${voice}.${occasion}` }
    }
  }
  return null
}

/** Every third entry or so, without a pattern that one notices. */
const speaksNow = (number: number): boolean => (Math.imul(number, 2_654_435_761) >>> 8) % ONE_IN === 0

function occasionsOf(event: Event): [seat: number, occasion: Occasion][] {
  switch (event.type) {
    case 'PaidPlayer':
      return event.why === 'rent' ? [[event.other, 'earned'], [event.seat, 'paid']] : []
    case 'Jailed':
      return [[event.seat, 'jailed']]
    case 'Released':
      return [[event.seat, 'released']]
    case 'Built':
      return [[event.seat, 'built']]
    case 'AuctionWon':
      return [[event.seat, 'won_lot']]
    case 'DealAccepted':
      return [[event.seat, 'deal']]
    case 'WentBankrupt':
      return [[event.seat, 'ruined']]
    case 'GameWon':
      return [[event.seat, 'won']]
    default:
      return []
  }
}
