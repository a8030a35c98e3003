/** Puzzles: which comes next, which are solved, and the order in which options are offered. */

const KEPT = 'puzzles'

interface Kept {
  get(key: string): string | null
  set(key: string, value: string): void
}

/** The puzzles somebody has solved, kept in this browser. */
export class Solved {
  constructor(readonly kept: Kept) {}

  all(): readonly string[] {
    return (this.kept.get(KEPT) ?? '').split(' ').filter(Boolean)
  }

  add(id: string): readonly string[] {
    const all = [...new Set([...this.all(), id])]
    this.kept.set(KEPT, all.join(' '))
    return all
  }
}

/** The next puzzle after this one that is not solved; if all are, simply the next. */
export function nextPuzzle(ids: readonly string[], solved: readonly string[], now: string): string | undefined {
  const at = ids.indexOf(now)
  const others = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))].filter((id) => id !== now)
  return others.find((id) => !solved.includes(id)) ?? others[0]
}

/** Options in an order that tells nothing: by their names. */
export function inOrder<One extends { name: string }>(options: readonly One[]): One[] {
  return options.toSorted((one, two) => one.name.localeCompare(two.name))
}
