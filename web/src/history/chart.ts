/** Layout of the wealth graph: positions of lines and marks. */
import type { Fortune } from '$lib/protocol'

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

export interface Chart {
  x: (turn: number) => number
  y: (worth: number) => number
  /** A path per seat. */
  lines: string[]
  /** Marks of worth, from the lowest. */
  worth: number[]
  /** Marks of turns. */
  turns: number[]
}

const ROUND = [1, 2, 5, 10]

/** About five round numbers from below the lowest to above the highest. */
export function ticks(low: number, high: number, about = 5): number[] {
  const rough = Math.max((high - low) / about, 0.2)
  const scale = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, scale * (ROUND.find((one) => one * scale >= rough) ?? 10))
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step)
}

const short = (value: number): string => String(Math.round(value * 10) / 10)

export function chart(points: readonly Fortune[], frame: Frame): Chart {
  const all = points.flatMap(({ worth }) => worth)
  const worth = ticks(Math.min(0, ...all), Math.max(0, ...all))
  const [low, high] = [worth[0] ?? 0, worth.at(-1) ?? 1]
  const wide = frame.width - frame.left - frame.right
  const tall = frame.height - frame.top - frame.bottom
  const last = Math.max(1, points.length - 1)
  const x = (turn: number): number => frame.left + (turn / last) * wide
  const y = (value: number): number => frame.top + (1 - (value - low) / (high - low)) * tall
  const lines = (points[0]?.worth ?? []).map((_, seat) => points.map((one, turn) => `${turn ? 'L' : 'M'}${short(x(turn))} ${short(y(one.worth[seat] ?? 0))}`).join(''))
  const turns = ticks(0, last, Math.max(3, Math.floor(wide / 80))).filter((turn) => turn <= last)
  return { x, y, lines, worth, turns }
}
