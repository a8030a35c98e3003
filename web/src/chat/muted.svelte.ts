/** The people I muted, for each table. Stored in the browser and sent to the server with every connection. */
import { storage } from '$lib/storage'
import { SvelteSet } from 'svelte/reactivity'
import type { TableStore } from '$lib/table.svelte'

const tables = new Map<string, SvelteSet<string>>()

export function mutedAt(table: string): SvelteSet<string> {
  let muted = tables.get(table)
  if (!muted) {
    muted = new SvelteSet(JSON.parse(storage.get(`muted:${table}`) ?? '[]') as string[])
    tables.set(table, muted)
  }
  return muted
}

/** Stop hearing a person, or hear them again. */
export async function mute(store: TableStore, person: string, on: boolean): Promise<void> {
  const muted = mutedAt(store.id)
  if (on) muted.add(person)
  else muted.delete(person)
  storage.set(`muted:${store.id}`, JSON.stringify([...muted]))
  await store.mute(person, on)
}

/** Tell a new connection whom I have muted. */
export function muteAgain(store: TableStore): void {
  for (const person of mutedAt(store.id)) store.mute(person, true).catch(() => undefined) // what they say is hidden here anyway
}
