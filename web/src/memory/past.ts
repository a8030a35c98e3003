/** The past of a table, from the server: its whole log, any position of it, and what everybody was worth. */
import { ApiError } from '$lib/api'
import type { Refused, Told, View } from '$lib/protocol'
import type { Fortune } from './stats'

const PAGE = 500

async function get<T>(path: string): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin' })
  } catch {
    throw new ApiError('offline', 'the server cannot be reached', 0)
  }
  if (response.ok) return (await response.json()) as T
  const refused = (await response.json().catch(() => null)) as Refused | null
  throw new ApiError(refused?.error ?? 'failed', refused?.message ?? response.statusText, response.status)
}

/** Everything a table was told so far, as a spectator is told it. */
export async function wholeLog(table: string): Promise<Told[]> {
  const told: Told[] = []
  for (;;) {
    const page = await get<{ number: number; told: Told[] }>(`/api/tables/${table}/log?after=${told.at(-1)?.number ?? 0}&limit=${PAGE}`)
    told.push(...page.told)
    if (!page.told.length || (told.at(-1)?.number ?? 0) >= page.number) return told
  }
}

/** What everybody was worth, wherever it changed. */
export async function fortunes(table: string): Promise<Fortune[]> {
  return (await get<{ fortunes: Fortune[] }>(`/api/tables/${table}/worth`)).fortunes
}

/** Past positions, each asked for once. */
export class Positions {
  readonly #kept = new Map<number, Promise<View>>()

  constructor(readonly table: string) {}

  /** The game after an entry. */
  at(number: number): Promise<View> {
    let view = this.#kept.get(number)
    if (!view) {
      view = get<{ view: View }>(`/api/tables/${this.table}/moves/${number}`).then((found) => found.view)
      this.#kept.set(number, view)
      view.catch(() => this.#kept.delete(number)) // next time it may work
    }
    return view
  }

  /** Whether a position is here, or on its way. */
  has(number: number): boolean {
    return this.#kept.has(number)
  }

  /** Fetch what is likely to be looked at next. */
  prepare(numbers: readonly number[]): void {
    for (const number of numbers) this.at(number).catch(() => undefined)
  }
}
