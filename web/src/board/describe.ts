/** A space in words, for those who hear the board. */
import { called } from '$lib/called'
import { type Edition, housesOf } from '$lib/edition'
import type { View } from '$lib/protocol'
import { say, type Language } from '$lib/words.svelte'
import { counted } from '../table/wording'

/** Name, group, price or amount, owner, buildings, rent, and who stands there. */
export function describe(edition: Edition, view: View | null, space: number, language: Language): string {
  const parts = [edition.spaceName(space, language)]
  const file = edition.file.spaces[space]
  const deed = edition.deedAt(space)
  if (file?.kind === 'tax') parts.push(edition.money(file.amount))
  if (deed) {
    const group = edition.groups[deed.group]
    if (group) parts.push(edition.named(group, language))
    const state = view?.deeds[deed.deed]
    const owner = state && state.owner !== null ? view?.seats[state.owner] : undefined
    if (!owner) parts.push(edition.money(deed.file.price))
    if (view) parts.push(owner ? say('board.owned_by', { seat: called(owner.name, owner.seat) }) : say('board.unowned'))
    if (state?.mortgaged) parts.push(say('board.mortgaged'))
    if (state && state.level > 0) parts.push(buildings(edition, state.level, housesOf(deed)))
    if (state?.rent && !state.mortgaged) parts.push(say('board.rent_is', { amount: edition.money(state.rent) }))
  }
  const here = view?.seats.filter((seat) => seat.space === space && !seat.out) ?? []
  if (here.length) parts.push(say('board.here', { seats: here.map((seat) => called(seat.name, seat.seat)).join(', ') }))
  return parts.join(', ')
}

/** So many houses, or a hotel. */
export function buildings(edition: Edition, level: number, houses: number): string {
  return level > houses ? counted('hotel', 1) : counted(edition.file.stock.house ?? 'house', level)
}
