/** Names of seats, deeds, spaces, cards and groups in the reader's language, as `TableNames` in `magnate/terminal/table.py`. */
import type { Edition } from '$lib/edition'
import type { Rules } from '$lib/editionFile'
import { say, words } from '$lib/words.svelte'
import { counted } from '../table/wording'
import { type KeptCard, keptCards } from '../table/rules'

export class Names {
  readonly #kept: KeptCard[]

  constructor(
    readonly edition: Edition,
    readonly rules: Rules,
    readonly seat: (seat: number) => string,
  ) {
    this.#kept = keptCards(edition)
  }

  deed(deed: number): string {
    return this.edition.deedName(deed, words.language)
  }

  space(space: number): string {
    return this.edition.spaceName(space, words.language)
  }

  /** The text of a card of a deck. */
  card(deck: number, card: number): string {
    return this.edition.cardText(deck, card, words.language)
  }

  /** The text of a card that can be kept, by its number among these. */
  kept(card: number): string {
    const found = this.#kept[card]
    return found ? this.card(found.deck, found.card) : ''
  }

  group(group: number): string {
    const found = this.edition.groups[group]
    return found ? this.edition.named(found, words.language) : ''
  }

  money(amount: number): string {
    return this.edition.money(amount)
  }

  /** What stands on a lot of this level. */
  buildings(level: number): string {
    if (level === 0) return say('name.bare')
    return level <= this.rules.building.houses_per_lot ? counted(this.#house, level) : counted('hotel', 1)
  }

  /** So many houses or hotels. */
  building(kind: string, count: number): string {
    return counted(kind === 'house' ? this.#house : kind, count)
  }

  get #house(): string {
    return this.edition.file.stock.house ?? 'house'
  }
}
