/** Every group has a pattern besides its colour, so that groups are told apart without seeing colour. */
import type { Edition } from '$lib/edition'

export interface Pattern {
  id: string
  /** The pattern repeats in a square of this side. */
  size: number
  /** What is drawn in it: lines of `stroke`, or surfaces where `stroke` is 0. */
  d: string
  stroke: number
}

export const PATTERNS: readonly Pattern[] = [
  { id: 'dots', size: 8, d: 'M4 2.2a1.8 1.8 0 1 0 0 3.6a1.8 1.8 0 0 0 0-3.6Z', stroke: 0 },
  { id: 'rising', size: 8, d: 'M-2 2 2-2M-2 10 10-2M6 10 10 6', stroke: 2 },
  { id: 'waves', size: 10, d: 'M-2.5 5q2.5-4.5 5 0t5 0t5 0', stroke: 1.9 },
  { id: 'bricks', size: 10, d: 'M-1 .5H11M-1 5.5H11M2.5.5V5.5M7.5 5.5V10.5', stroke: 1.3 },
  { id: 'mesh', size: 9, d: 'M-1-1 10 10M10-1-1 10', stroke: 1.4 },
  { id: 'zigzag', size: 10, d: 'M-2.5 7.5 2.5 2.5 7.5 7.5 12.5 2.5', stroke: 1.9 },
  { id: 'bars', size: 6, d: 'M-1 3H7', stroke: 2 },
  { id: 'checks', size: 9, d: 'M0 0h4.5v4.5H0ZM4.5 4.5H9V9H4.5Z', stroke: 0 },
  { id: 'rails', size: 12, d: 'M-1 3.5H13M-1 8.5H13M3 1V11M9 1V11', stroke: 1.5 },
  { id: 'crosses', size: 10, d: 'M5 2V8M2 5H8', stroke: 1.8 },
  { id: 'falling', size: 8, d: 'M6-2 10 2M-2-2 10 10M-2 6 2 10', stroke: 2 },
  { id: 'rings', size: 10, d: 'M5 2.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 0 0 0-5.6Z', stroke: 1.3 },
]

/** The pattern of a group: transport runs on rails and utilities have crosses, lots take the others in their order. */
export function patternOf(edition: Edition, group: number): Pattern {
  const kind = edition.groups[group]?.kind
  const reserved = { transport: 8, utility: 9 } as const
  const alike = edition.groups.slice(0, group).filter((one) => one.kind === kind).length
  if (kind && kind !== 'lots' && alike === 0) return PATTERNS[reserved[kind]] as Pattern
  const free = PATTERNS.filter((_, number) => number !== 8 && number !== 9)
  const before = edition.groups.slice(0, group).filter((one) => one.kind === 'lots').length
  return free[(kind === 'lots' ? before : before + alike) % free.length] as Pattern
}

/** How light a colour is, from 0 to 1 (relative luminance). */
export function luminance(colour: string): number {
  const part = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

/** Ink or paper: whichever reads better on a colour. */
export const onColour = (colour: string): string => (luminance(colour) > 0.24 ? '#1d1a14' : '#fffaf0')

const images = new Map<string, string>()

/** A pattern as a picture for CSS, in the ink that reads on a colour. There are a dozen, and thousands of bars. */
export function imageOf(pattern: Pattern, colour: string): string {
  const ink = onColour(colour)
  const key = `${pattern.id} ${ink}`
  let image = images.get(key)
  if (!image) {
    const drawn = pattern.stroke ? `fill='none' stroke='${ink}' stroke-width='${pattern.stroke}'` : `fill='${ink}'`
    const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${pattern.size}' height='${pattern.size}'><path d='${pattern.d}' ${drawn} opacity='.42'/></svg>`
    image = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
    images.set(key, image)
  }
  return image
}
