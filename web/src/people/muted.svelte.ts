/** The people I muted. The server keeps them for every table of mine; what an earlier version kept here is sent to it once. */
import { storage } from '$lib/storage'
import type { TableStore } from '$lib/table.svelte'

/** Tell the server whom this browser had muted at a table before the server kept it. */
export async function sendOldMutes(store: TableStore): Promise<void> {
  const key = `muted:${store.id}`
  const kept = storage.get(key)
  if (!kept) return
  for (const person of JSON.parse(kept) as string[]) await store.mute(person, true)
  storage.remove(key)
}
