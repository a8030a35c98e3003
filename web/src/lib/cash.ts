/** The money an event moves. As `CASH_CHANGES` in `magnate/events.py`. */
import type { Event } from './protocol'

/** A sum that changes hands; null is the Bank. */
export interface Flow {
  from: number | null
  to: number | null
  amount: number
}

/** From whom to whom. Buildings and deeds are paid to the Bank, and the Bank pays for them. */
export function flowOf(event: Event): Flow | null {
  switch (event.type) {
    case 'Collected':
    case 'BuildingsSold':
    case 'DeedMortgaged':
    case 'CreditorPaid':
      return { from: null, to: event.seat, amount: event.amount }
    case 'PaidBank':
    case 'DeedBought':
    case 'Built':
    case 'MortgageLifted':
      return { from: event.seat, to: null, amount: event.amount }
    case 'PaidPlayer':
    case 'AuctionWon':
    case 'CashSurrendered':
      return { from: event.seat, to: event.other, amount: event.amount }
    case 'CashMoved':
      return event.amount < 0 ? { from: event.seat, to: null, amount: -event.amount } : { from: null, to: event.seat, amount: event.amount }
    default:
      return null
  }
}

/** How an event changed each seat's cash; the Bank is not listed. */
export function cashChanges(event: Event): ReadonlyMap<number, number> {
  const changes = new Map<number, number>()
  const flow = flowOf(event)
  if (!flow) return changes
  if (flow.from !== null) changes.set(flow.from, -flow.amount)
  if (flow.to !== null) changes.set(flow.to, flow.amount)
  return changes
}
