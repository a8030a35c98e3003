/** Why no new deal can be proposed now, in words; null where the server allows it. */
import { say } from '$lib/words.svelte'
import type { Play } from '../table/play.svelte'

/** Refusals that have better words where a deal is begun; every other one means: not now. */
const SAID: Record<string, string> = {
  GAME_IS_OVER: 'refusal.GAME_IS_OVER',
  SEAT_IS_OUT: 'refusal.SEAT_IS_OUT',
  DEALS_FORBIDDEN: 'refusal.DEALS_FORBIDDEN',
  PRISONERS_MAY_NOT: 'refusal.PRISONERS_MAY_NOT',
  FIRST_ANSWER_DEALS: 'deals.one_at_a_time',
}

export function reasonNotNow(play: Play): string | null {
  if (play.can('ProposeDeal')) return null
  const me = play.seat === null ? undefined : play.view?.seats[play.seat]
  if (!me) return say('refusal.NOT_A_PARTY')
  return say(SAID[me.deal_refusal ?? ''] ?? 'deals.not_now')
}
