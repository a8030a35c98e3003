import { expect, it } from 'vitest'
import { wrapped } from '../src/review/picture'

const letters = (text: string): number => text.length

it('breaks a sentence into lines between words', () => {
  expect(wrapped('Ana bought the deed', 10, 3, letters)).toEqual(['Ana bought', 'the deed'])
  expect(wrapped('', 10, 3, letters)).toEqual([])
})

it('ends with an ellipsis where there is no more room', () => {
  expect(wrapped('one two three four', 5, 2, letters)).toEqual(['one', 'two…'])
  expect(wrapped('abcdefgh ijkl mnop', 6, 1, letters)).toEqual(['abcde…'])
})
