/** How a small drawing is written down: shapes on a field of 100 by 100, in the inks of the look. */

export type Ink = 'ink' | 'paper' | 'a' | 'b' | 'on-a' | 'brass' | 'shade' | 'none'

export interface Shape {
  d: string
  fill?: Ink
  stroke?: Ink
  width?: number
  /** An SVG transform, where a part is used again. */
  move?: string
}

export type Drawing = readonly Shape[]

/** A surface. */
export const area = (fill: Ink, d: string, move?: string): Shape => ({ d, fill, ...(move ? { move } : {}) })

/** Lines of a width. */
export const lines = (stroke: Ink, width: number, d: string, move?: string): Shape => ({ d, stroke, width, fill: 'none', ...(move ? { move } : {}) })

/** A circle as a path. */
export const disc = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** A drawing of the 24-field used on the field of 100. */
export const icon = (fill: Ink, d: string): Drawing => [area(fill, d, 'translate(8 8) scale(3.5)')]
