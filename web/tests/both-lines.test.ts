import { describe, expect, it } from 'vitest'
import { bothLines, sampled } from '../src/review/bothLines'

const first = [[500, 500], [400, 600], [300, 700], [0, 1000]]
const branch = { table: 'abcd2345', number: 7, seat: 0, moves: 2 }

describe('both lines of a moment that was tried again', () => {
  it('part at the moment: with the same dice the second game has the moves before it, too', () => {
    const second = [...first.slice(0, 3), [350, 650], [1000, 0]]
    expect(bothLines({ ...branch, dice: 'same' }, first, second)).toEqual({ from: 2, first: [500, 400, 300, 0], again: [300, 350, 1000] })
  })

  it('part at the moment: with fresh dice the second game begins there', () => {
    expect(bothLines({ ...branch, seat: 1, dice: 'fresh' }, first, [[300, 700], [450, 550]])).toEqual({ from: 2, first: [500, 600, 700, 1000], again: [700, 550] })
  })
})

it('takes about so many moves, the first and the last among them', () => {
  expect(sampled(10, 5)).toEqual([0, 2, 4, 6, 8, 10])
  expect(sampled(3, 12)).toEqual([0, 1, 2, 3])
  expect(sampled(11, 5)).toEqual([0, 3, 6, 9, 11])
})
