/** The log as turns and lines: complete from the first entry, and read once however often it grows. */
import { expect, it } from 'vitest'
import type { Told } from '$lib/protocol'
import { LogBook, topicOf } from '../src/log/lines'

let number = 0
const one = (entry: object, ...events: object[]): Told => ({ type: 'Told', number: ++number, at: number, entry, events }) as unknown as Told
const played = (...events: object[]): Told => one({ type: 'Played', seat: 0, action: { type: 'Roll' }, by: 'person' }, ...events)

const LOG = [
  one({ type: 'Created', host: 'p1' }),
  one({ type: 'Sat', seat: 0, name: 'Ana', epoch: 1, person: 'p1' }),
  one({ type: 'Sat', seat: 1, name: 'Ion', epoch: 1, person: 'p2' }),
  one({ type: 'HostChanged', host: 'p2' }),
  played({ type: 'OpeningRolled', seat: 0, dice: [1, 2] }, { type: 'TurnBegan', seat: 0 }),
  one({ type: 'Said', person: 'p1', name: 'Ana', text: 'hello', seat: 0 }),
  one({ type: 'Gone', seat: 1, node: 'x' }),
  one({ type: 'Came', seat: 1, node: 'x' }),
  played({ type: 'Rolled', seat: 0, dice: [1, 2] }, { type: 'TurnEnded', seat: 0 }, { type: 'TurnBegan', seat: 1 }),
  one({ type: 'Unsaid', number: 6 }),
]

it('groups by turn, from the first entry on', () => {
  const turns = new LogBook().read(LOG)
  expect(turns.map((turn) => [turn.turn, turn.lines.length])).toEqual([
    [0, 5],
    [1, 3],
    [2, 0],
  ])
})

it('gives the same when it is read bit by bit, and keeps the turns that did not change', () => {
  const book = new LogBook()
  let early = book.read([])
  for (let n = 1; n <= LOG.length; n++) {
    const turns = book.read(LOG.slice(0, n))
    if (n === 6) early = turns
  }
  const turns = book.read(LOG)
  expect(turns).toEqual(new LogBook().read(LOG))
  expect(turns[0]).toBe(early[0])
})

it('knows people by the names they had, and the host by the person', () => {
  const lines = new LogBook().read(LOG)[0]?.lines ?? []
  expect(lines.map((line) => (line.what === 'entry' ? line.who : ''))).toEqual(['', 'Ana', 'Ion', 'Ion', ''])
})

it('tells once that somebody went and came back, and knows what was taken off the table', () => {
  const book = new LogBook()
  const lines = book.read(LOG)[1]?.lines ?? []
  expect(lines.map((line) => (line.what === 'entry' ? line.entry.type : line.what))).toEqual(['said', 'Came', 'event'])
  expect(book.isRemoved(6)).toBe(true)
  expect(book.isRemoved(7)).toBe(false)
})

it('sorts events by what they are about', () => {
  expect(topicOf({ type: 'Rolled', seat: 0, dice: [1, 2] })).toBe('rolls')
  expect(topicOf({ type: 'DeedBought', seat: 0, deed: 1, amount: 60 })).toBe('money')
  expect(topicOf({ type: 'CashMoved', seat: 0, amount: 60 })).toBe('deals')
  expect(topicOf({ type: 'DeedRefused', seat: 0, deed: 1 })).toBe(null)
})
