import { describe, expect, it } from 'vitest'
import { inOrder, nextPuzzle, Solved } from '../src/review/puzzles'

describe('puzzles', () => {
  it('go on with the next that is not solved, and begin again after the last', () => {
    expect(nextPuzzle(['a', 'b', 'c', 'd'], ['c'], 'b')).toBe('d')
    expect(nextPuzzle(['a', 'b', 'c'], ['c'], 'b')).toBe('a')
    expect(nextPuzzle(['a', 'b', 'c'], ['a', 'b', 'c'], 'b')).toBe('c')
    expect(nextPuzzle(['a'], [], 'a')).toBeUndefined()
    expect(nextPuzzle(['a', 'b'], [], 'gone')).toBe('a')
  })

  it('are kept once they are solved', () => {
    const kept = new Map<string, string>()
    const solved = new Solved({ get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value) })
    expect(solved.all()).toEqual([])
    solved.add('a')
    solved.add('b')
    expect(solved.add('a')).toEqual(['a', 'b'])
  })

  it('offer options in an order that does not tell the best', () => {
    expect(inOrder([{ name: 'Roll' }, { name: 'Build' }]).map((one) => one.name)).toEqual(['Build', 'Roll'])
  })
})
