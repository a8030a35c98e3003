/** The two lines of a moment that was tried again, on one axis: the moves of the first game. */
import type { BranchPoint } from '$lib/protocol'

type Curve = readonly (readonly number[])[]

export interface TwoLines {
  /** The move at which the lines part. */
  from: number
  /** The chance of the seat in the first game, from its start to its end. */
  first: number[]
  /** Its chance in the second, from the moment on. */
  again: number[]
}

/** With the same dice the second game repeats the first up to the moment; with fresh ones it begins there. */
export function bothLines({ seat, moves, dice }: BranchPoint, first: Curve, second: Curve): TwoLines {
  const line = (curve: Curve): number[] => curve.map((row) => row[seat] ?? 0)
  return { from: moves, first: line(first), again: line(dice === 'same' ? second.slice(moves) : second) }
}

/** About so many moves from 0 to the last, both among them. */
export function sampled(last: number, count: number): number[] {
  const apart = Math.max(1, Math.ceil(last / count))
  const found = Array.from({ length: Math.ceil(last / apart) }, (_, place) => place * apart)
  return [...found, last]
}
