/** The terms of a deal from each side's view. The server decides whether they are legal. */
import type { Edition } from '$lib/edition'
import type { DealView, Event, Terms, Told, View } from '$lib/protocol'

export interface Things {
  cash: number
  deeds: number[]
  cards: number[]
}

/** What a deal means to one of its parties. */
export interface Side {
  seat: number
  gives: Things
  gets: Things
  /** Groups it would own whole, and did not. */
  completes: number[]
  /** Groups it owns whole, and would not. */
  breaks: number[]
  /** By printed prices and cash: what comes less what goes. */
  balance: number
}

const nothing = (): Things => ({ cash: 0, deeds: [], cards: [] })
const numbered = (terms: Record<string, number> | undefined): [number, number][] =>
  Object.entries(terms ?? {})
    .map(([key, value]): [number, number] => [Number(key), value])
    .sort(([one], [two]) => one - two)

export const holderOf = (view: View, card: number): number | null => view.seats.find((one) => one.cards.includes(card))?.seat ?? null

/** The seats a deal touches, in the order of the table. */
export function partiesOf(terms: Terms, view: View): number[] {
  const touched = new Set<number | null | undefined>()
  for (const [seat, change] of numbered(terms.cash)) if (change) touched.add(seat)
  for (const [deed, to] of numbered(terms.deeds)) touched.add(to).add(view.deeds[deed]?.owner)
  for (const [card, to] of numbered(terms.cards)) touched.add(to).add(holderOf(view, card))
  return view.seats.map((one) => one.seat).filter((seat) => touched.has(seat))
}

export function sidesOf(terms: Terms, view: View, edition: Edition, parties = partiesOf(terms, view)): Side[] {
  const sides = new Map(parties.map((seat): [number, Side] => [seat, { seat, gives: nothing(), gets: nothing(), completes: [], breaks: [], balance: 0 }]))
  for (const [seat, change] of numbered(terms.cash)) {
    const side = sides.get(seat)
    if (side && change > 0) side.gets.cash = change
    if (side && change < 0) side.gives.cash = -change
  }
  for (const [deed, to] of numbered(terms.deeds)) {
    sides.get(view.deeds[deed]?.owner ?? -1)?.gives.deeds.push(deed)
    sides.get(to)?.gets.deeds.push(deed)
  }
  for (const [card, to] of numbered(terms.cards)) {
    sides.get(holderOf(view, card) ?? -1)?.gives.cards.push(card)
    sides.get(to)?.gets.cards.push(card)
  }
  const before = (deed: number): number | null => view.deeds[deed]?.owner ?? null
  const after = (deed: number): number | null => terms.deeds?.[deed] ?? before(deed)
  for (const side of sides.values()) {
    for (const group of edition.groups.keys()) {
      const had = ownsAll(edition, group, side.seat, before)
      const has = ownsAll(edition, group, side.seat, after)
      if (has && !had) side.completes.push(group)
      if (had && !has) side.breaks.push(group)
    }
    side.balance = worthOf(side.gets, edition) - worthOf(side.gives, edition)
  }
  return [...sides.values()]
}

function ownsAll(edition: Edition, group: number, seat: number, owner: (deed: number) => number | null): boolean {
  const deeds = edition.deedsOf(group)
  return deeds.length > 1 && deeds.every((one) => owner(one.deed) === seat)
}

/** Whether a deed that goes to a seat under these terms would complete its group there. */
export function wouldComplete(terms: Terms, deed: number, to: number, view: View, edition: Edition): boolean {
  const group = edition.deeds[deed]?.group
  if (group === undefined) return false
  return ownsAll(edition, group, to, (one) => (one === deed ? to : (terms.deeds?.[one] ?? view.deeds[one]?.owner ?? null)))
}

function worthOf(things: Things, edition: Edition): number {
  return things.cash + things.deeds.reduce((sum, deed) => sum + (edition.deeds[deed]?.file.price ?? 0), 0)
}

/** A revision of a deal, as it was told. */
export interface Revision {
  revision: number
  author: number
  terms: Terms
}

/** The revisions of an open deal, the oldest first. */
export function revisionsOf(told: readonly Told[], deal: DealView): Revision[] {
  const found: Revision[] = []
  for (let i = told.length - 1; i >= 0; i--) {
    for (const event of (told[i]?.events ?? []).toReversed()) {
      if (event.type === 'DealCountered' && event.deal === deal.deal) found.unshift(read(event))
      if (event.type === 'DealProposed' && event.seat === deal.deal) return [read(event), ...found]
    }
  }
  return found
}

function read({ seat, revision, cash, deeds, cards }: Extract<Event, { type: 'DealProposed' | 'DealCountered' }>): Revision {
  return { revision, author: seat, terms: { cash, deeds, cards } }
}

/** What is new in the terms, what is gone, and what is another sum or goes to somebody else. */
export interface Change {
  kind: 'added' | 'removed' | 'changed'
  part: 'cash' | 'deeds' | 'cards'
  key: number
  from: number | null
  to: number | null
}

export function changesOf(before: Terms, after: Terms): Change[] {
  const changes: Change[] = []
  for (const part of ['cash', 'deeds', 'cards'] as const) {
    const [old, now] = [new Map(numbered(before[part])), new Map(numbered(after[part]))]
    for (const key of [...new Set([...old.keys(), ...now.keys()])].sort((one, two) => one - two)) {
      const from = old.get(key) ?? null
      const to = now.get(key) ?? null
      if (from === to) continue
      changes.push({ kind: from === null ? 'added' : to === null ? 'removed' : 'changed', part, key, from, to })
    }
  }
  return changes
}
