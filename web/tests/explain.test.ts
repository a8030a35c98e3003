/** Why a rent is what it is: which line of the deed was charged. */
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, it, vi } from 'vitest'
import { Edition } from '../src/lib/edition'
import type { File } from '../src/lib/editionFile'
import type { Event, Told } from '../src/lib/protocol'
import { explainRent } from '../src/log/explain'
import type { EventLine } from '../src/log/lines'
import type { Names } from '../src/log/names'

vi.mock('$lib/words.svelte', () => ({ say: (path: string) => path }))

const edition = new Edition(parse(readFileSync(new URL('../../src/magnate/editions/clasico.toml', import.meta.url), 'utf8')) as unknown as File, null, 'internacional')
const names = { deed: String, money: String, seat: String, group: String, buildings: String, rules: edition.file.rules } as unknown as Names

const rolls = (...dice: [number, number]): Event => ({ type: 'Rolled', seat: 0, dice, clause: '' })
const DICE = rolls(1, 3)
const OWNER = 1
const deeds = (kind: string): number[] => edition.deeds.filter(({ group }) => edition.groups[group]?.kind === kind).map(({ deed }) => deed)
const dealt = (...all: number[]): Event[] => all.map((deed) => ({ type: 'DeedDealt', seat: OWNER, deed, clause: '' }))
const stops = (deed: number): Event => ({ type: 'Moved', seat: 0, origin: 0, space: edition.deeds[deed]?.space ?? 0, clause: '' })
const claims = (deed: number, amount: number): Event => ({ type: 'RentClaimed', owner: OWNER, debtor: 0, deed, amount, clause: '' })

/** The card of an effect, drawn by the debtor. */
function draws(effect: string): Event {
  const decks = Object.keys(edition.file.decks).keys()
  const found = [...decks].flatMap((deck) => [...Array(16).keys()].filter((card) => edition.card(deck, card)?.effect === effect).map((card) => ({ deck, card })))
  if (!found[0]) throw new Error(`no card ${effect}`)
  return { type: 'CardDrawn', seat: 0, ...found[0], clause: '' }
}

/** What is said of the last of these events. */
function said(...events: Event[]): string | null {
  const event = events.at(-1)
  const told = [{ type: 'Told', number: 1, at: 0, entry: { type: 'Started' }, events }] as unknown as Told[]
  return explainRent(told, { number: 1, place: events.length - 1, event } as unknown as EventLine, edition, names)
}

it('names the rent of a whole group by the figure that the server sent', () => {
  const lot = edition.deeds[0]
  if (!lot) throw new Error('no deed')
  const group = edition.deedsOf(0).map(({ deed }) => deed)
  const rent = (amount: number): string | null => said(...dealt(...group), DICE, stops(0), claims(0, amount))
  expect(rent(2)).toBe('talk.rent.bare')
  expect(rent(4)).toBeNull()
  lot.file.whole_group_rents = [4]
  expect(rent(4)).toBe('talk.rent.double')
  lot.file.whole_group_rents = [7]
  expect(rent(7)).toBe('talk.rent.double')
})

it('names the line of the deed at the stop, whatever was built or traded before the claim', () => {
  const [lot = 0] = deeds('lots')
  const [first = 0, second = 0] = deeds('transport')
  const built: Event = { type: 'Built', seat: OWNER, deed: lot, level: 1, amount: 50, clause: '' }
  const rents = edition.deeds[lot]?.file.rents ?? []
  expect(said(...dealt(lot), DICE, stops(lot), built, claims(lot, rents[0] ?? 0))).toBe('talk.rent.bare')
  expect(said(...dealt(lot), built, DICE, stops(lot), claims(lot, rents[1] ?? 0))).toBe('talk.rent.built')
  const single = edition.deeds[first]?.file.rents[0] ?? 0
  const bought: Event = { type: 'DeedBought', seat: OWNER, deed: second, amount: 200, clause: '' }
  expect(said(...dealt(first), DICE, stops(first), bought, claims(first, single))).toBe('talk.rent.owned')
})

it('knows the rent of a hotel where fewer houses come before it', () => {
  const [lot = 0] = deeds('lots')
  const hotel: Event = { type: 'Built', seat: OWNER, deed: lot, level: 4, amount: 50, clause: '' }
  const events = [...dealt(lot), hotel, DICE, stops(lot), claims(lot, edition.deeds[lot]?.file.rents.at(-1) ?? 0)]
  expect(said(...events)).toBeNull()
  names.rules.building.houses_per_lot = 3
  expect(said(...events)).toBe('talk.rent.built')
  names.rules.building.houses_per_lot = 4
})

it('takes the dice from the log', () => {
  const [utility = 0] = deeds('utility')
  expect(said(...dealt(utility), DICE, stops(utility), claims(utility, 4 * 4))).toBe('talk.rent.dice')
  expect(said(...dealt(utility), DICE, stops(utility), claims(utility, 4 * 5))).toBeNull()
})

it('takes what a card makes of a rent from the card', () => {
  const [utility = 0] = deeds('utility')
  const led = [...dealt(utility), rolls(6, 5), draws('nearest_utility'), stops(utility), rolls(2, 2)]
  expect(said(...led, claims(utility, 40))).toBe('talk.rent.card_dice') // ten times the 4 rolled, not four times 10
  const [station = 0] = deeds('transport')
  const single = edition.deeds[station]?.file.rents[0] ?? 0
  expect(said(...dealt(station), DICE, draws('nearest_transport'), stops(station), claims(station, 2 * single))).toBe('talk.rent.card_times')
})

it('says nothing where the log does not say who owned what', () => {
  const [lot = 0] = deeds('lots')
  expect(said(DICE, stops(lot), claims(lot, edition.deeds[lot]?.file.rents[0] ?? 0))).toBeNull()
  expect(said(...dealt(lot), claims(lot, edition.deeds[lot]?.file.rents[0] ?? 0))).toBeNull()
})
