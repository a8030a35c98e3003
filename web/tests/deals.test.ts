/** A deal looked at from its sides: who gets what, which sets it makes, what a new revision changed. */
import { expect, it } from 'vitest'
import { Edition } from '$lib/edition'
import type { File } from '$lib/editionFile'
import type { DealView, Event, Told, View } from '$lib/protocol'
import { changesOf, partiesOf, revisionsOf, sidesOf, wouldComplete } from '../src/deals/terms'

const files = import.meta.glob<{ default: File }>('../../src/magnate/editions/clasico.toml', { eager: true })
const file = Object.values(files)[0]?.default
if (!file) throw new Error('no file of clasico')
const edition = new Edition(file, null, 'madrid')
const [BROWN_1, BROWN_2, STATION] = [0, 1, 2] as const

/** Three seats; the first has a brown lot, the second the other and a station, the third a card. */
const view = {
  seats: [0, 1, 2].map((seat) => ({ seat, cards: seat === 2 ? [0] : [] })),
  deeds: edition.deeds.map(({ deed }) => ({ deed, owner: deed === BROWN_1 ? 0 : deed === BROWN_2 || deed === STATION ? 1 : null })),
} as unknown as View

const told = (...events: unknown[]): Told[] => events.map((event, n) => ({ type: 'Told', number: n + 1, at: 0, entry: { type: 'Started' }, events: [event as Event] }) as unknown as Told)

it('touches whoever gives or gets something', () => {
  expect(partiesOf({ cash: { 0: 0 }, deeds: { [BROWN_2]: 0 } }, view)).toEqual([0, 1])
  expect(partiesOf({ cards: { 0: 1 } }, view)).toEqual([1, 2])
  expect(partiesOf({}, view)).toEqual([])
})

it('says what each gives and gets, and by how much the printed prices differ', () => {
  const [me, other] = sidesOf({ cash: { 0: -100, 1: 100 }, deeds: { [BROWN_2]: 0 } }, view, edition)
  expect(me).toMatchObject({ seat: 0, gives: { cash: 100, deeds: [] }, gets: { cash: 0, deeds: [BROWN_2] }, balance: -40 })
  expect(other).toMatchObject({ seat: 1, gives: { cash: 0, deeds: [BROWN_2] }, gets: { cash: 100 }, balance: 40 })
})

it('marks the set a deal completes, and the one it breaks up', () => {
  const brown = edition.deeds[BROWN_1]?.group
  expect(sidesOf({ deeds: { [BROWN_2]: 0 } }, view, edition)[0]?.completes).toEqual([brown])
  expect(wouldComplete({}, BROWN_2, 0, view, edition)).toBe(true)
  expect(wouldComplete({}, STATION, 0, view, edition)).toBe(false)
  const owned = { ...view, deeds: view.deeds.map((deed) => ({ ...deed, owner: 0 })) } as View
  expect(sidesOf({ deeds: { [BROWN_1]: 1 } }, owned, edition)[0]?.breaks).toEqual([brown])
})

it('finds the revisions of an open deal and not those of an older one', () => {
  const first = { cash: { 0: -10, 1: 10 }, deeds: {}, cards: {} }
  const second = { ...first, cash: { 0: -20, 1: 20 } }
  const log = told(
    { type: 'DealProposed', seat: 0, revision: 1, ...second },
    { type: 'DealRefused', seat: 1, deal: 0, revision: 1 },
    { type: 'DealProposed', seat: 0, revision: 2, ...first },
    { type: 'DealCountered', seat: 1, deal: 0, revision: 3, ...second },
  )
  expect(revisionsOf(log, { deal: 0, revision: 3 } as DealView)).toEqual([
    { revision: 2, author: 0, terms: first },
    { revision: 3, author: 1, terms: second },
  ])
})

it('says what a new revision added, took away and changed', () => {
  const changes = changesOf({ cash: { 0: -10, 1: 10 }, deeds: { 3: 1 } }, { cash: { 0: -10, 1: 10 }, deeds: { 3: 2, 5: 0 }, cards: { 0: 1 } })
  expect(changes).toEqual([
    { kind: 'changed', part: 'deeds', key: 3, from: 1, to: 2 },
    { kind: 'added', part: 'deeds', key: 5, from: null, to: 0 },
    { kind: 'added', part: 'cards', key: 0, from: null, to: 1 },
  ])
  expect(changesOf({ deeds: { 3: 1 } }, {})).toEqual([{ kind: 'removed', part: 'deeds', key: 3, from: 1, to: null }])
})
