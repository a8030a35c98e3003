/** Hints for a first game: each is shown once, next to what it explains. Nothing waits for them. */
import { storage } from '$lib/storage'
import { dealToAnswer } from './choices'
import { isOrdered } from './orders'
import type { Play } from './play.svelte'

const KEPT = 'guide'
const OFF = 'off'

class Guide {
  /** The hints that were of use, or none any more. */
  #done = $state.raw<readonly string[] | null>(read())

  get on(): boolean {
    return this.#done !== null
  }

  /** Hints from the beginning, or no more of them. */
  set on(on: boolean) {
    this.#keep(on ? [] : null)
  }

  wants(hint: string): boolean {
    return this.#done !== null && !this.#done.includes(hint)
  }

  /** Whoever has gone on has read it; others play too fast for reading how rent is claimed, so that waits for a rent that is due. */
  passed(hint: string, isDue: boolean): void {
    if (hint !== 'claim' || isDue) this.done(hint)
  }

  done(hint: string): void {
    if (this.#done && this.wants(hint)) this.#keep([...this.#done, hint])
  }

  #keep(done: readonly string[] | null): void {
    this.#done = done
    storage.set(KEPT, done ? done.join(' ') : OFF)
  }
}

function read(): string[] | null {
  const kept = storage.get(KEPT)
  return kept === OFF ? null : (kept ?? '').split(' ').filter(Boolean)
}

export const guide = new Guide()

/** The hint for this moment, whether it is still wanted or not. */
export function hintFor(play: Play): string | null {
  const { question, view, seat, rules } = play
  if (seat === null || !view || view.over) return null
  const owns = view.deeds.some((deed) => deed.owner === seat)
  if (play.due.length) return null // the golden button says it
  if (!play.asked) {
    return owns && rules.rent.collect === 'claim' && !isOrdered(play, 'claim_rents') ? 'claim' : typeof view.turn === 'number' && view.turn !== seat ? 'wait' : null
  }
  if (dealToAnswer(play)) return null
  switch (question?.type) {
    case 'opening':
      return !owns ? 'opening' : rules.setup.dealt_paid ? 'opening_dealt' : 'opening_given'
    case 'auction':
      return 'auction'
    case 'debt':
      return play.can('UseCard') ? null : 'debt'
    case 'buy':
      return `buy_${rules.purchase.refused}`
    case 'turn':
      if (view.seats[seat]?.in_jail) return 'jail'
      return play.can('Build') ? (rules.building.whole_group ? 'build' : 'build_lot') : play.can('Roll') ? 'roll' : 'end'
    default:
      return null
  }
}
