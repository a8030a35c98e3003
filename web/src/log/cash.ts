/** How an event changed each seat's cash; the Bank is not listed. As `CASH_CHANGES` in `magnate/events.py`. */
import type { Event } from '$lib/protocol'

export type Changes = ReadonlyMap<number, number>

const GOT = new Set<Event['type']>(['Collected', 'BuildingsSold', 'DeedMortgaged', 'CashMoved', 'CreditorPaid'])
const GAVE = new Set<Event['type']>(['PaidBank', 'PaidPlayer', 'DeedBought', 'AuctionWon', 'Built', 'MortgageLifted', 'CashSurrendered'])
const TO_OTHER = new Set<Event['type']>(['PaidPlayer', 'AuctionWon', 'CashSurrendered'])

export function cashChanges(event: Event): Changes {
  const changes = new Map<number, number>()
  if (!('seat' in event) || !('amount' in event)) return changes
  if (GOT.has(event.type)) changes.set(event.seat, event.amount)
  if (GAVE.has(event.type)) changes.set(event.seat, -event.amount)
  if (TO_OTHER.has(event.type) && 'other' in event && event.other !== null) changes.set(event.other, event.amount)
  return changes
}
