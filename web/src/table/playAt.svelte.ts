/** Returns the page's `Play`, or creates one, so that every part also works on its own. */
import type { Edition } from '$lib/edition'
import type { TableStore } from '$lib/table.svelte'
import { Play, providePlay, usePlay } from './play.svelte'
import { Names } from '../log/names'

export function playAt(store: TableStore, edition: Edition): Play {
  const given = usePlay() as Play | undefined
  if (given?.store === store) return given
  const own = providePlay(new Play(store, edition))
  $effect(() => own.follow())
  return own
}

/** What things are called at this table. Seats are asked for when they are named, so that a new name is heard. */
export const namesOf = (play: Play): Names => new Names(play.edition, play.rules, play.name)
