/** What the house offers: editions, bots, tables to join, my games. Lists are asked for once and kept while they hold. */
import { ApiError } from '$lib/api'
import type { Refused } from '$lib/protocol'

/** A variant or a skin of an edition. */
export interface Play {
  id: string
  name: string
  name_en: string
  about_en?: string
  seats?: [number, number] | null
}

/** An edition in short. */
export interface EditionListed {
  id: string
  title: string
  version: number
  language: string
  seats: [number, number]
  variants: Play[]
  skins: Play[]
  summary: string
  summary_en: string
  special: string
  special_en: string
}

/** A table in a list. */
export interface Listed {
  id: string
  status: string
  edition: string
  variant: string | null
  skin: string | null
  options: number
  seats: { name: string | null; bot: boolean; here: boolean }[]
  turns: number
  created: number
  at: number
}

interface Listing {
  tables: Listed[]
  before: number | null
}

async function get<T>(path: string): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, { credentials: 'same-origin' })
  } catch {
    throw new ApiError('offline', 'the server cannot be reached', 0)
  }
  if (answer.ok) return (await answer.json()) as T
  const refused = (await answer.json().catch(() => null)) as Refused | null
  throw new ApiError(refused?.error ?? 'failed', refused?.message ?? answer.statusText, answer.status)
}

/** Asked once; a failure is forgotten, so that it can be tried again. */
function once<T>(path: string): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= get<T>(path).catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

/** Whether a table is there: a socket that is refused does not say why, this does. Asked while the page is still coming. */
const doors = new Map<string, Promise<unknown>>()

function knock(table: string): Promise<unknown> {
  let answer = doors.get(table)
  if (!answer) {
    answer = get(`/api/tables/${encodeURIComponent(table)}`)
    doors.set(table, answer)
    answer.catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) doors.delete(table)
    })
  }
  return answer
}

export const house = {
  knock,
  isThere: (table: string): void => void doors.set(table, Promise.resolve()),
  editions: once<EditionListed[]>('/api/editions'),
  levels: once<{ level: string; about: string }[]>('/api/levels'),
  openTables: () => get<Listing>('/api/tables?limit=20').then((one) => one.tables),
  myGames: () => get<Listing>('/api/me/games?limit=20').then((one) => one.tables),
}

/** Randomness of our own for the dice: nobody, the server neither, can know it before. */
export function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
