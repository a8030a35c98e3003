/** The switches of a book in words, and the rows in which the books differ. */
import type { Edition } from '$lib/edition'
import type { File } from '$lib/editionFile'
import { say } from '$lib/words.svelte'
import { isMoney, pathsOf, rawValue, valueText, type Path, type Value } from '../switches'

/** A switch of a book in words; sums by number of players one after the other. */
export function inWords(one: Edition, path: Path): string {
  const raw = rawValue(one.file, null, path)
  const money = (amount: number): string => one.money(amount)
  if (!Array.isArray(raw)) return valueText(path, raw as Value, money)
  return byPlayers(one.file, raw as number[])
    .map(([seats, value]) => say('rules.by_seats', { value: valueText(path, value, money), seats }))
    .join(', ')
}

/** Equal figures together: "2–4". */
function byPlayers(file: File, values: readonly number[]): [string, number][] {
  const found: { from: number; to: number; value: number }[] = []
  values.forEach((value, at) => {
    const seats = file.players.min + at
    const last = found.at(-1)
    if (last?.value === value) last.to = seats
    else found.push({ from: seats, to: seats, value })
  })
  return found.map(({ from, to, value }) => [from === to ? String(from) : `${from}–${to}`, value])
}

export interface Row {
  chapter: string
  path: Path
  cells: string[]
}

/** Rows in which at least two books differ; sums are compared in pays of the start square, since the moneys differ. */
export function differingRows(books: readonly Edition[]): Row[] {
  const [first] = books
  if (books.length < 2 || !first) return []
  const scaled = (one: Edition, path: Path): string => {
    const unit = isMoney(path) ? one.file.rules.start.salary || 1 : 1
    return JSON.stringify(rawValue(one.file, null, path), (_, part: unknown) => (typeof part === 'number' ? part / unit : part))
  }
  return pathsOf(first.file.rules).flatMap(([chapter, paths]) =>
    paths
      .filter((path) => new Set(books.map((one) => scaled(one, path))).size > 1)
      .map((path) => ({ chapter, path, cells: books.map((one) => inWords(one, path)) })),
  )
}
