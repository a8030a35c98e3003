/** The people I muted. The server keeps them for every table of mine; what an earlier version kept here is sent to it once. */
import { storage } from '$lib/storage'
import { ask } from '$lib/api'
import type { Log } from '$lib/protocol'
import type { TableStore } from '$lib/table.svelte'

const PAGE = 500 // entries of a log at a time

/** Stop hearing a person, or hear them again, with what they wrote meanwhile. */
export async function mute(store: TableStore, person: string, muted: boolean): Promise<void> {
  await store.mute(person, muted)
  if (!muted) await readAgain(store, person)
}

/** What somebody wrote while they were muted came without its words: read it again. */
async function readAgain(store: TableStore, person: string): Promise<void> {
  const isUnread = ({ entry }: TableStore['told'][number]): boolean => entry.type === 'Said' && entry.person === person && entry.text === null
  let after = (store.told.find(isUnread)?.number ?? Infinity) - 1
  const entries = new Map<number, TableStore['told'][number]['entry']>()
  while (after < store.number) {
    const { told } = await ask<Log>(`/api/tables/${store.id}/log?after=${after}&limit=${PAGE}`)
    for (const one of told) if (one.entry.type === 'Said' && one.entry.person === person) entries.set(one.number, one.entry)
    after = told.at(-1)?.number ?? Infinity
  }
  // A copy of every entry: whoever has read them reads them again.
  if (entries.size) store.told = store.told.map((one) => ({ ...one, entry: entries.get(one.number) ?? one.entry }))
}

/** Tell the server whom this browser had muted at a table before the server kept it. */
export async function sendOldMutes(store: TableStore): Promise<void> {
  const key = `muted:${store.id}`
  const kept = storage.get(key)
  if (!kept) return
  for (const person of JSON.parse(kept) as string[]) await store.mute(person, true)
  storage.remove(key)
}
