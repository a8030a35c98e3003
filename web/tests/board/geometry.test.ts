import { describe, expect, it } from 'vitest'
import { cornersOf, layOut, SIZE, standing, walk } from '../../src/board/geometry'

const inside = (x: number, y: number): boolean => x >= 0 && y >= 0 && x <= SIZE && y <= SIZE

describe('the ring', () => {
  it.each([8, 20, 36, 40, 42, 48, 50, 63, 64])('has a place for each of %i spaces, none over another', (count) => {
    const { cells } = layOut(count, 24)
    expect(cells.map((cell) => cell.space)).toEqual(Array.from({ length: count }, (_, index) => index))
    const area = cells.reduce((sum, cell) => sum + cell.w * cell.h, 0)
    const ring = layOut(count, 24)
    const outer = (SIZE - 48) ** 2 - ring.middle.w * ring.middle.h
    expect(area).toBeCloseTo(outer, 3)
    for (const cell of cells) expect(inside(cell.x, cell.y) && inside(cell.x + cell.w, cell.y + cell.h)).toBe(true)
  })

  it('starts at the bottom right and goes clockwise', () => {
    const { cells } = layOut(40, 24)
    expect(cornersOf(40)).toEqual([0, 10, 20, 30])
    const [start, jail, free, go] = [0, 10, 20, 30].map((corner) => cells[corner])
    expect(start && start.x > 500 && start.y > 500).toBe(true)
    expect(jail && jail.x < 500 && jail.y > 500).toBe(true)
    expect(free && free.x < 500 && free.y < 500).toBe(true)
    expect(go && go.x > 500 && go.y < 500).toBe(true)
    expect((cells[1]?.x ?? 0) < (start?.x ?? 0)).toBe(true)
  })

  it('makes corners larger than what lies between them', () => {
    const { cells } = layOut(40, 24)
    expect(cells[0]?.w).toBeGreaterThan((cells[1]?.w ?? 0) * 1.5)
  })
})

describe('tokens on a space', () => {
  it.each([1, 2, 3, 5, 8])('%i of them stand apart and on the board', (tokens) => {
    const { cells } = layOut(40, 24)
    for (const cell of cells) {
      const points = standing(cell, tokens, 34)
      expect(points).toHaveLength(tokens)
      expect(new Set(points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(tokens)
      for (const { x, y } of points) expect(inside(x, y)).toBe(true)
    }
  })
})

describe('walking by arrow keys', () => {
  const ring = layOut(40, 24)

  it('goes along the side a space is on', () => {
    expect(walk(ring, 3, 'ArrowLeft')).toBe(4)
    expect(walk(ring, 3, 'ArrowRight')).toBe(2)
    expect(walk(ring, 13, 'ArrowUp')).toBe(14)
    expect(walk(ring, 23, 'ArrowRight')).toBe(24)
    expect(walk(ring, 33, 'ArrowDown')).toBe(34)
  })

  it('turns at the corners', () => {
    expect(walk(ring, 10, 'ArrowUp')).toBe(11)
    expect(walk(ring, 10, 'ArrowRight')).toBe(9)
    expect(walk(ring, 0, 'ArrowUp')).toBe(39)
    expect(walk(ring, 39, 'ArrowDown')).toBe(0)
  })

  it('crosses to the other side', () => {
    expect(walk(ring, 5, 'ArrowUp')).toBe(25)
    expect(walk(ring, 35, 'ArrowLeft')).toBe(15)
  })

  it('reaches every space of any board', () => {
    for (const count of [20, 40, 50, 64]) {
      const board = layOut(count, 24)
      const seen = new Set([0])
      const open = [0]
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
          const to = walk(board, at, key)
          if (to !== null && !seen.has(to)) {
            seen.add(to)
            open.push(to)
          }
        }
      }
      expect(seen.size).toBe(count)
    }
  })

  it('leaves other keys alone', () => {
    expect(walk(ring, 5, 'a')).toBeNull()
  })
})
