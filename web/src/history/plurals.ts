/** Numbers in sentences, and the length of a game in words. */
import type { Edition } from '$lib/edition'
import { say, words } from '$lib/words.svelte'
import { duration } from '../log/entries'
import type { Length } from './stats'

/** So many of something: a text with a form for one, for a few, and for twenty and more. */
export function several(path: string, n: number): string {
  const tail = n % 100
  const form = n === 1 ? 0 : n === 0 || (tail > 0 && tail < 20) ? 1 : 2
  return say(`${path}.${form}`, { n: new Intl.NumberFormat(words.language).format(n) })
}

/** "47 turns · 312 moves · 25 minutes". */
export function tellLength({ turns, moves, time }: Length): string {
  const parts = [several('end.turns', turns), several('end.moves', moves)]
  if (time >= 1000) parts.push(duration(Math.round(time / 1000)))
  return parts.join(' · ')
}

/** The currency by itself. */
export const currency = (edition: Edition): string => `${edition.file.money.prefix}${edition.file.money.suffix}`.trim()
