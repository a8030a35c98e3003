/** The history of a table from the server: its log, any earlier position, and everybody's wealth over time. */
import { ask } from '$lib/api'
import { counted } from '$lib/counted'
import type { Explanation, Fortune, Fortunes, Log, Position, Told, View } from '$lib/protocol'

const PAGE = 500

/** Everything a table was told so far, as a watcher is told it, without moves that were taken back. */
export async function wholeLog(table: string): Promise<Told[]> {
  const told: Told[] = []
  for (;;) {
    const page = await ask<Log>(`/api/tables/${table}/log?after=${told.at(-1)?.number ?? 0}&limit=${PAGE}`)
    told.push(...page.told)
    if (!page.told.length || (told.at(-1)?.number ?? 0) >= page.number) return [...counted(told)]
  }
}

/** What everybody was worth, wherever it changed. */
export async function fortunes(table: string): Promise<Fortune[]> {
  return (await ask<Fortunes>(`/api/tables/${table}/worth`)).fortunes
}

/** What a bot of a level thought of the move of an entry. Told once the game is over. */
export function whyOf(table: string, number: number, level: string): Promise<Explanation> {
  return ask<Explanation>(`/api/tables/${table}/moves/${number}/why?bot=${level}`)
}

/** Past positions, each asked for once. */
export class Positions {
  readonly #kept = new Map<number, Promise<View>>()

  constructor(readonly table: string) {}

  /** The game after an entry. */
  at(number: number): Promise<View> {
    let view = this.#kept.get(number)
    if (!view) {
      view = ask<Position>(`/api/tables/${this.table}/moves/${number}`).then((found) => found.view)
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
