/** The card of whoever is out: what ruined them, when, and their place. */
import { describe, expect, it } from 'vitest'
import type { Event, Told } from '../src/lib/protocol'
import { placeOf, ruinOf } from '../src/table/ruin'

const log = (...entries: object[][]): Told[] => entries.map((events, place) => ({ type: 'Told', number: place + 10, at: 0, entry: { type: 'Started' }, events: events as Event[] }) as unknown as Told)
const turn = (seat: number): object => ({ type: 'TurnBegan', seat })

describe('whoever went bankrupt', () => {
  const rent = { type: 'DebtOwed', seat: 1, other: 2, amount: 700, why: 'rent', deed: 5 }
  const broke = { type: 'WentBankrupt', seat: 1, other: 2, amount: 640 }

  it('is told the debt, what it was for, to whom, and in which turn', () => {
    expect(ruinOf(log([turn(0)], [turn(1)], [rent], [broke]), 1)).toEqual({ number: 13, turn: 2, debt: { amount: 640, other: 2 }, cause: rent })
  })

  it('is not told of a debt to somebody else', () => {
    const tax = { type: 'DebtOwed', seat: 1, other: null, amount: 100, why: 'tax' }
    expect(ruinOf(log([turn(1)], [tax], [broke]), 1)?.cause).toBeNull()
  })

  it('is not told of what others owe', () => {
    expect(ruinOf(log([turn(1)], [{ ...rent, seat: 0 }], [broke]), 1)?.cause).toBeNull()
  })
})

it('whoever gave up owes nothing', () => {
  expect(ruinOf(log([turn(0)], [{ type: 'Conceded', seat: 0 }]), 0)).toEqual({ number: 11, turn: 1, debt: null, cause: null })
})

it('whoever still plays is not ruined', () => {
  expect(ruinOf(log([turn(0)]), 0)).toBeNull()
})

it('the first of four to go out is fourth, the last is second', () => {
  expect([placeOf(1, 4), placeOf(3, 4)]).toEqual([4, 2])
})
