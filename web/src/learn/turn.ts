/** A turn in pictures: what each picture says, by the switches and figures of an edition. */
import type { Deed, Edition } from '$lib/edition'
import type { View } from '$lib/protocol'
import { say, words } from '$lib/words.svelte'

export interface Part {
  id: 'roll' | 'start' | 'buy' | 'rent' | 'card' | 'build' | 'deal' | 'debt' | 'jail' | 'end'
  /** The keys of its sentences, under `learn.turn`. */
  says: string[]
  /** The rules behind it, as an edition names them in its clauses. */
  rules: string[]
  /** The lesson about it. */
  lesson?: string
}

/** What the pictures show: a lot for sale, one that somebody stops on, one with a building, a mortgaged deed. */
export interface Shown {
  forSale: Deed
  visited: Deed
  built: Deed
  mortgaged: Deed
}

/** The position behind the pictures: buildings on 16, 18 and 19, somebody on another's 24, at the start and in jail. */
export const positionText = (edition: string): string => `magnate1/${edition}/0@24:16h1,18h1,19h1/0@0:24/0@10.jail:5m`

export function shownOf(edition: Edition): Shown | null {
  const lots = edition.deeds.filter((deed) => edition.groups[deed.group]?.kind === 'lots')
  const forSale = edition.deedAt(3) ?? lots[0]
  const visited = edition.deedAt(24) ?? lots[0]
  const built = edition.deedAt(16) ?? lots[1]
  const mortgaged = edition.deedAt(5) ?? edition.deeds[2]
  return forSale && visited && built && mortgaged ? { forSale, visited, built, mortgaged } : null
}

/** The parts of a turn, in the order in which they come. */
export function partsOf(edition: Edition): Part[] {
  const { turn, purchase, rent, building, deals, jail } = edition.file.rules
  const isClaimed = rent.collect === 'claim'
  const out = jail.leave_by === 'waiting' ? 'waiting' : jail.pay_before_rolling ? 'double' : 'double_only'
  const parts: Part[] = [
    { id: 'roll', says: ['text', turn.again], rules: ['move', 'again', 'jail_doubles'], lesson: 'roll' },
    { id: 'start', says: ['text'], rules: ['salary'] },
    { id: 'buy', says: ['text', purchase.refused], rules: ['buy', 'refuse'], lesson: 'buy' },
    { id: 'rent', says: ['text', rent.collect], rules: isClaimed ? ['rent', 'claim', 'claim_lapsed'] : ['rent', 'rent_group'], lesson: 'claim' },
    { id: 'card', says: ['text'], rules: ['card', 'card_kept'] },
    { id: 'build', says: [building.whole_group ? 'whole' : 'single', 'text'], rules: ['build', 'hotel'], lesson: 'build' },
    { id: 'debt', says: ['text'], rules: ['mortgage', 'sell_buildings', 'bankrupt'], lesson: 'debt' },
    { id: 'jail', says: ['text', out], rules: ['jail_square', 'jail_fine', 'jail_stay'], lesson: 'jail' },
    { id: 'end', says: ['text'], rules: ['turn', 'win_last'] },
  ]
  if (deals.allowed) parts.splice(6, 0, { id: 'deal', says: ['text'], rules: ['deal_done'], lesson: 'deal' })
  return parts
}

/** The figures in the sentences. */
export function figuresOf(edition: Edition, shown: Shown, view: View | null): Record<string, string | number> {
  const { rules, spaces } = edition.file
  const spaceOf = (kind: string): string => edition.spaceName(spaces.findIndex((space) => space.kind === kind), words.language)
  return {
    start: spaceOf('start'),
    there: spaceOf('go_to_jail'),
    salary: edition.money(rules.start.salary),
    doubles: rules.turn.doubles_to_jail,
    bail: edition.money(rules.jail.fine),
    turns: rules.jail.turns,
    first: edition.deckName(0, words.language),
    second: edition.deckName(1, words.language),
    price: edition.money(shown.forSale.file.price),
    rent: edition.money(view?.deeds[shown.visited.deed]?.rent ?? shown.visited.file.rents[0] ?? 0),
    cost: edition.money(shown.built.file.house_cost ?? 0),
    built: edition.money(view?.deeds[shown.built.deed]?.rent ?? shown.built.file.rents[1] ?? 0),
    loan: edition.money(shown.mortgaged.file.mortgage),
  }
}

/** The deed a part is about. */
export function deedOf(part: Part['id'], shown: Shown): Deed {
  const about: Partial<Record<Part['id'], Deed>> = { rent: shown.visited, build: shown.built, debt: shown.mortgaged }
  return about[part] ?? shown.forSale
}

/** The sentences of a part. */
export function sentences(part: Part, edition: Edition, shown: Shown, view: View | null): string {
  const values = { ...figuresOf(edition, shown, view), deed: edition.deedName(deedOf(part.id, shown).deed, words.language) }
  return part.says.map((key) => say(`learn.turn.${part.id}.${key}`, values)).join(' ')
}
