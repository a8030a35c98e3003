/** The ring of spaces: any number of them, corners larger, clockwise from the bottom right. All in a square of 1000. */

export const SIZE = 1000

export type Side = 'bottom' | 'left' | 'top' | 'right'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export interface Point {
  x: number
  y: number
}

export interface Cell extends Box {
  space: number
  side: Side
  corner: boolean
}

export interface Ring {
  /** The frame around the spaces, where owners are marked. */
  rim: number
  /** How deep the spaces are, and how large the corners. */
  depth: number
  cells: Cell[]
  /** The air in the middle. */
  middle: Box
}

const SIDES: readonly Side[] = ['bottom', 'left', 'top', 'right']
const RATIO = 1.7 // a space is this much deeper than wide,
export const DEEP = 2 // and on a small board: room for names
const LEAST = 104 // and never less deep than this

/** The numbers of the four corner spaces on a board of so many. */
export const cornersOf = (count: number): number[] => [0, 1, 2, 3].map((corner) => Math.round((corner * count) / 4))

/** Lays out a ring of `count` spaces inside a frame of width `rim`. */
export function layOut(count: number, rim: number, ratio = RATIO): Ring {
  const corners = cornersOf(count)
  const between = corners.map((corner, side) => (corners[side + 1] ?? count) - corner - 1)
  const room = SIZE - 2 * rim
  const most = Math.max(1, ...between)
  const depth = Math.min(room / 3, Math.max(LEAST, (room * ratio) / (most + 2 * ratio)))
  const cells: Cell[] = []
  SIDES.forEach((side, index) => {
    const number = between[index] ?? 0
    const width = (room - 2 * depth) / Math.max(1, number)
    for (let place = 0; place <= number; place++) {
      const along = place === 0 ? 0 : depth + (place - 1) * width
      const long = place === 0 ? depth : width
      cells.push({ space: cells.length, side, corner: place === 0, ...boxOn(side, along, long, depth, rim) })
    }
  })
  return { rim, depth, cells, middle: { x: rim + depth, y: rim + depth, w: room - 2 * depth, h: room - 2 * depth } }
}

/** The box on a side, `along` from the corner where the side begins. */
function boxOn(side: Side, along: number, long: number, depth: number, rim: number): Box {
  const far = SIZE - rim
  switch (side) {
    case 'bottom':
      return { x: far - along - long, y: far - depth, w: long, h: depth }
    case 'left':
      return { x: rim, y: far - along - long, w: depth, h: long }
    case 'top':
      return { x: rim + along, y: rim, w: long, h: depth }
    case 'right':
      return { x: far - depth, y: rim + along, w: depth, h: long }
  }
}

/** A strip of a box along its inner edge, and what is left of it. */
export function strip(cell: Cell, thick: number): { inner: Box; rest: Box } {
  const { x, y, w, h } = cell
  switch (cell.side) {
    case 'bottom':
      return { inner: { x, y, w, h: thick }, rest: { x, y: y + thick, w, h: h - thick } }
    case 'left':
      return { inner: { x: x + w - thick, y, w: thick, h }, rest: { x, y, w: w - thick, h } }
    case 'top':
      return { inner: { x, y: y + h - thick, w, h: thick }, rest: { x, y, w, h: h - thick } }
    case 'right':
      return { inner: { x, y, w: thick, h }, rest: { x: x + thick, y, w: w - thick, h } }
  }
}

/** The part of the frame that belongs to a space: there its owner is marked. */
export function tab(cell: Cell, rim: number): Box {
  switch (cell.side) {
    case 'bottom':
      return { x: cell.x, y: SIZE - rim, w: cell.w, h: rim }
    case 'left':
      return { x: 0, y: cell.y, w: rim, h: cell.h }
    case 'top':
      return { x: cell.x, y: 0, w: cell.w, h: rim }
    case 'right':
      return { x: SIZE - rim, y: cell.y, w: rim, h: cell.h }
  }
}

/** Which way the middle lies from a side. */
export const INWARD: Record<Side, Point> = {
  bottom: { x: 0, y: -1 },
  left: { x: 1, y: 0 },
  top: { x: 0, y: 1 },
  right: { x: -1, y: 0 },
}

/** Where the tokens on a space stand: on the lane before it, in rows towards the middle; on a corner, on the corner itself. */
export function standing(cell: Cell, tokens: number, size: number): Point[] {
  if (cell.corner) return inBox({ x: cell.x + cell.w * 0.06, y: cell.y + cell.h * 0.04, w: cell.w * 0.88, h: cell.h * 0.64 }, tokens, size)
  const inward = INWARD[cell.side]
  const across = inward.x === 0
  const long = across ? cell.w : cell.h
  const perRow = tokens <= 1 ? 1 : Math.max(1, Math.min(tokens, Math.floor((long + size * 0.35) / (size * 0.72))))
  const centre = { x: cell.x + cell.w / 2, y: cell.y + cell.h / 2 }
  const depth = (across ? cell.h : cell.w) / 2
  return Array.from({ length: tokens }, (_, index) => {
    const row = Math.floor(index / perRow)
    const inRow = Math.min(perRow, tokens - row * perRow)
    const step = inRow < 2 ? 0 : Math.min(size * 1.04, (long - size * 0.9) / (inRow - 1))
    const aside = ((index % perRow) - (inRow - 1) / 2) * step
    const away = depth + size * (0.56 + row * 0.92)
    return across ? { x: centre.x + aside, y: centre.y + inward.y * away } : { x: centre.x + inward.x * away, y: centre.y + aside }
  })
}

/** So many tokens spread over a box, in as few rows as fit. */
function inBox(box: Box, tokens: number, size: number): Point[] {
  const columns = tokens <= 1 ? 1 : tokens <= 4 ? 2 : 3
  const rows = Math.ceil(tokens / columns)
  const stepX = columns < 2 ? 0 : Math.min(size * 1.1, (box.w - size) / (columns - 1))
  const stepY = rows < 2 ? 0 : Math.min(size * 1.04, Math.max(size * 0.6, (box.h - size) / (rows - 1)))
  return Array.from({ length: tokens }, (_, index) => {
    const row = Math.floor(index / columns)
    const inRow = Math.min(columns, tokens - row * columns)
    return {
      x: box.x + box.w / 2 + ((index % columns) - (inRow - 1) / 2) * stepX,
      y: box.y + box.h / 2 + (row - (rows - 1) / 2) * stepY,
    }
  })
}

/** Where an arrow key leads from a space: along the side, or across to the other side. */
export function walk(ring: Ring, from: number, key: string): number | null {
  const count = ring.cells.length
  const cell = ring.cells[from]
  if (!cell) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const turn: Record<string, Point> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
  }
  const way = turn[key]
  if (!way) return null
  const middle = (box: Box): Point => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 })
  const here = middle(cell)
  const next = [(from + 1) % count, (from + count - 1) % count].find((number) => {
    const there = middle(ring.cells[number] as Cell)
    return (there.x - here.x) * way.x + (there.y - here.y) * way.y > 1 && Math.abs((there.x - here.x) * way.y + (there.y - here.y) * way.x) < ring.depth
  })
  if (next !== undefined) return next
  const across = INWARD[cell.side]
  if (cell.corner || across.x !== way.x || across.y !== way.y) return null
  const others = ring.cells.filter((other) => INWARD[other.side].x === -across.x && INWARD[other.side].y === -across.y)
  const away = (other: Cell): number => Math.abs((middle(other).x - here.x) * across.y) + Math.abs((middle(other).y - here.y) * across.x)
  return others.reduce((best, other) => (away(other) < away(best) ? other : best)).space
}

/** Where prisoners stand: before the picture of the jail, on its inner side. */
export function inJail(cell: Cell, tokens: number, size: number): Point[] {
  const x = cell.x > SIZE / 2 ? cell.x : cell.x + cell.w * 0.34
  return inBox({ x, y: cell.y + cell.h * 0.04, w: cell.w * 0.66, h: cell.h * 0.64 }, tokens, size)
}

/** Where those who only pass the jail stand while it holds somebody: along its outer edge. */
export function visiting(cell: Cell, tokens: number, size: number): Point[] {
  const x = cell.x < SIZE / 2 ? cell.x + size * 0.56 : cell.x + cell.w - size * 0.56
  const high = cell.h * 0.66
  const step = tokens < 2 ? 0 : Math.min(size * 1.02, (high - size) / (tokens - 1))
  return Array.from({ length: tokens }, (_, index) => ({ x, y: cell.y + size * 0.6 + index * step }))
}
