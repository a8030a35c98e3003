/** Editions, bots, open tables and my games, fetched once and cached while valid. */
import { ApiError, ask } from '$lib/api'
import { randomText } from '$lib/random'
import type { EditionListed, LevelListed, Listing, TableState } from '$lib/protocol'

/** Asked once; a failure is forgotten, so that it can be tried again. */
function once<T>(path: string): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= ask<T>(path).catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

/** Whether a table is there: a socket that is refused does not say why, this does. Asked while the page is still coming. */
const doors = new Map<string, Promise<TableState | undefined>>()

function knock(table: string): Promise<TableState | undefined> {
  let answer = doors.get(table)
  if (!answer) {
    answer = ask<TableState>(`/api/tables/${encodeURIComponent(table)}`)
    doors.set(table, answer)
    answer.catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) doors.delete(table)
    })
  }
  return answer
}

export const catalog = {
  knock,
  isThere: (table: string): void => void doors.set(table, Promise.resolve(undefined)),
  editions: once<EditionListed[]>('/api/editions'),
  levels: once<LevelListed[]>('/api/levels'),
  openTables: () => ask<Listing>('/api/tables?limit=20').then((one) => one.tables),
  /** My newest games, those that are over among them. */
  myGames: () => ask<Listing>('/api/me/games?limit=20').then((one) => one.tables),
}

/** Randomness of our own for the dice: nobody, the server neither, can know it before. */
export function entropy(): string {
  return randomText()
}
