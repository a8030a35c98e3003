/** The money an event moves, by the same table as `magnate/events.py`. */
import flows from '../../../src/magnate/cash_flows.json'
import type { Event } from './protocol'

/** A sum that changes hands; null is the Bank. */
export interface Flow {
  from: number | null
  to: number | null
  amount: number
}

const FLOWS: Record<string, { from: string; to: string }> = flows

/** From whom to whom. Cash in a deal has no other side: it is shown as the Bank's. */
export function flowOf(event: Event): Flow | null {
  const fields = FLOWS[event.type]
  if (!fields || !('amount' in event) || typeof event.amount !== 'number') return null
  const side = (name: string): number | null => ((event as unknown as Record<string, unknown>)[name] as number | undefined) ?? null
  const [from, to] = [side(fields.from), side(fields.to)]
  return event.amount < 0 ? { from: to, to: from, amount: -event.amount } : { from, to, amount: event.amount }
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
