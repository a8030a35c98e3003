/** The standing orders of the seat at this screen: what the server does for it without asking. */
import type { Orders } from '$lib/protocol'
import type { Play } from './play.svelte'

export type Order = keyof Orders

/** The orders that make sense at this table, in the order they are listed. */
export function offeredOrders(play: Play): Order[] {
  const offered: Order[] = ['end_turn', 'pass_auctions', 'follow_cards']
  if (play.rules.rent.collect !== 'automatic') offered.unshift('claim_rents')
  if (play.rules.deals.allowed) offered.push('refuse_deals')
  return offered
}

/** What the server knows of them now: they are mine, so nothing has to be shown on the board first. */
export function isOrdered(play: Play, order: Order): boolean {
  return ordersOf(play)[order] ?? false
}

/** Orders on their way to the server: the next one adds to them, or it would take them back. */
const sent = new WeakMap<Play, Orders>()

export async function setOrder(play: Play, order: Order, on: boolean): Promise<boolean> {
  const { seat } = play
  if (seat === null) return false
  const orders = { ...(sent.get(play) ?? ordersOf(play)), [order]: on }
  sent.set(play, orders)
  try {
    return await play.command({ type: 'SetOrders', seat, orders })
  } finally {
    if (sent.get(play) === orders) sent.delete(play)
  }
}

/** The most the server bids for me in this auction; null where it does not. */
export function maxBid(play: Play): number | null {
  return mineOf(play)?.max_bid ?? null
}

export function setMaxBid(play: Play, amount: number): Promise<boolean> {
  const { seat } = play
  if (seat === null) return Promise.resolve(false)
  return play.command({ type: 'ProxyBid', seat, amount, deed: play.store.view?.question?.deed ?? null })
}

/** The number of my last move, as long as it can be taken back. */
export const lastMove = (play: Play): number | null => mineOf(play)?.takes_back ?? null

export function takeBack(play: Play): Promise<boolean> {
  const { seat } = play
  return seat === null ? Promise.resolve(false) : play.command({ type: 'AskTakeBack', seat })
}

/** Whether a bot plays for the seat at this screen. */
export const isLent = (play: Play): boolean => play.seat !== null && (play.chair(play.seat)?.stood_in ?? false)

/** Let a bot play for me, or play again myself. */
export function lend(play: Play, on: boolean): Promise<boolean> {
  const { seat } = play
  return seat === null ? Promise.resolve(false) : play.command({ type: on ? 'LetBotPlay' : 'ComeBack', seat })
}

const mineOf = (play: Play) => play.store.mine.find((one) => one.seat === play.seat)
const ordersOf = (play: Play): Orders => mineOf(play)?.orders ?? {}
