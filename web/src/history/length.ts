/** The length of a game in words. */
import type { Edition } from '$lib/edition'
import { several } from '$lib/words.svelte'
import { duration } from '../log/entries'
import type { Length } from './stats'

/** "47 turns · 312 moves · 25 minutes". */
export function tellLength({ turns, moves, time }: Length): string {
  const parts = [several('end.turns', turns), several('end.moves', moves)]
  if (time >= 1000) parts.push(duration(Math.round(time / 1000)))
  return parts.join(' · ')
}

/** The currency by itself. */
export const currency = (edition: Edition): string => `${edition.file.money.prefix}${edition.file.money.suffix}`.trim()
