/** Why no new deal can be proposed now, in words; null where the server offers it. */
import { say } from '$lib/words.svelte'
import type { Play } from '../table/play.svelte'

export function reasonNotNow(play: Play): string | null {
  const { seat, view, rules } = play
  if (play.can('ProposeDeal')) return null
  const me = seat === null ? undefined : view?.seats[seat]
  if (seat === null || !me) return say('refusal.NOT_A_PARTY')
  if (view?.over) return say('refusal.GAME_IS_OVER')
  if (me.out) return say('refusal.SEAT_IS_OUT')
  if (!rules.deals.allowed) return say('refusal.DEALS_FORBIDDEN')
  if (me.in_jail && !rules.jail.manages) return say('refusal.PRISONERS_MAY_NOT')
  if (view?.deals.some((deal) => deal.deal === seat)) return say('deals.one_at_a_time')
  return say('deals.not_now')
}
