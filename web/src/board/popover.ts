/** Where the deed of a space lies open: beside it towards the middle, or over the panel where there is no room. */

export interface Place {
  left: number
  top: number
  width?: number
  height?: number
}

const GAP = 8
const EDGE = 8

interface Sized {
  offsetWidth: number
  offsetHeight: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
  width: number
  height: number
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)))

/** The place for something of this size over the middle, so that the spaces stay in sight. `dock` is the panel it covers instead. */
export function besideSpace(space: Box, board: Box, shown: Sized, dock?: Box): Place {
  if (dock) return { left: dock.left, top: dock.top, width: dock.width, height: dock.height }
  const { offsetWidth: width, offsetHeight: height } = shown
  const away = { left: space.left - board.left, right: board.right - space.right, top: space.top - board.top, bottom: board.bottom - space.bottom }
  const nearest = (Object.keys(away) as (keyof typeof away)[]).reduce((a, b) => (away[b] < away[a] ? b : a))
  const depth = Math.max(space.width, space.height)
  const within = (low: number, high: number, size: number, at: number): number => clamp(at, low + depth + GAP, high - depth - GAP - size)
  const beside = {
    left: { left: space.right + GAP, top: within(board.top, board.bottom, height, middle(space.top, space.bottom, height)) },
    right: { left: space.left - GAP - width, top: within(board.top, board.bottom, height, middle(space.top, space.bottom, height)) },
    top: { left: within(board.left, board.right, width, middle(space.left, space.right, width)), top: space.bottom + GAP },
    bottom: { left: within(board.left, board.right, width, middle(space.left, space.right, width)), top: space.top - GAP - height },
  }[nearest]
  return { left: clamp(beside.left, EDGE, innerWidth - width - EDGE), top: clamp(beside.top, EDGE, innerHeight - height - EDGE) }
}

const middle = (from: number, to: number, size: number): number => (from + to - size) / 2
