/** How a seat went out of the game, read from the log. */
import type { Event, Told } from '$lib/protocol'

type Debt = Extract<Event, { type: 'DebtOwed' }>

export interface Ruin {
  /** The entry by which it went out. */
  number: number
  /** The turn of the game, from 1. */
  turn: number
  /** What was owed at the end, and to whom; null is the Bank. Nothing where somebody gave up. */
  debt: { amount: number; other: number | null } | null
  /** What the last debt came from. */
  cause: Debt | null
}

/** How a seat was ruined; null while it plays. */
export function ruinOf(told: readonly Told[], seat: number): Ruin | null {
  let turn = 0
  let cause: Debt | null = null
  for (const { number, events = [] } of told) {
    for (const event of events) {
      if (event.type === 'TurnBegan') turn++
      else if (event.type === 'DebtOwed' && event.seat === seat) cause = event
      else if (event.type === 'WentBankrupt' && event.seat === seat) {
        const { amount, other } = event
        return { number, turn, debt: { amount, other }, cause: cause?.other === other ? cause : null }
      } else if (event.type === 'Conceded' && event.seat === seat) return { number, turn, debt: null, cause: null }
    }
  }
  return null
}

/** The place of whoever went out as so many-th of a number of players. */
export const placeOf = (out: number, seats: number): number => seats - out + 1
