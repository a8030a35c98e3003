/** Claiming rents (DP-16): what the golden button and the quiet control do, and how long the latter rests. */
import { motion } from '$lib/motion.svelte'
import { say } from '$lib/words.svelte'
import type { Play } from './play.svelte'

const REST = 2000 // milliseconds after a claim of what was not due
const MORE = 1000 // and so much longer each time
const LONGEST = 6000

class Claims {
  /** The control rests: what was claimed last was not due. */
  resting = $state(false)
  #times = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Asks for the oldest rent due, and says what came of it. */
  async claim(play: Play): Promise<() => string> {
    const before = play.store.number
    if (await play.attempt({ type: 'ClaimRent' })) return () => say('table.claim.not_now')
    const mine = play.store.told.filter((one) => one.number > before).flatMap((one) => one.events ?? [])
    const due = mine.find((event) => event.type === 'RentClaimed' && event.owner === play.seat)
    if (due?.type !== 'RentClaimed') {
      this.#rest()
      return () => say('table.claim.nothing')
    }
    this.#times = 0
    return () => say('table.claim.done', { amount: play.money(due.amount), seat: play.name(due.debtor) })
  }

  /** The golden button: it says only what went wrong, for what went well is seen. */
  async claimDue(play: Play): Promise<void> {
    const number = play.store.number
    const told = await this.claim(play)
    await motion.settled()
    if (!play.store.told.some((one) => one.number > number && (one.events ?? []).some((event) => event.type === 'RentClaimed'))) play.tell(told)
  }

  #rest(): void {
    this.resting = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.resting = false), Math.min(LONGEST, REST + MORE * this.#times++))
  }
}

export const claims = new Claims()
