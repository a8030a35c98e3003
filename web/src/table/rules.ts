/** The switches in force at a table, and the cards that can be kept. */
import type { Edition } from '$lib/edition'
import type { File, Keep, Rules } from '$lib/editionFile'
import type { Config } from '$lib/protocol'

type Switches = Record<string, Record<string, unknown>>

/** The book's switches, then the variant's, then the house rules of the table. */
export function rulesInForce(edition: Edition, config: Config): Rules {
  const rules = structuredClone(edition.file.rules) as unknown as Switches
  const variant = edition.file.variants?.[config.variant ?? '']?.rules ?? {}
  for (const [chapter, switches] of Object.entries(variant)) Object.assign(rules[chapter] ?? {}, switches)
  for (const [path, value] of Object.entries(config.options ?? {})) {
    const [chapter = '', name = ''] = path.split('.')
    const found = rules[chapter]
    if (found) found[name] = value
  }
  return rules as unknown as Rules
}

/** Whether an option differs from the book. How long a timed game takes is agreed on, as its book says. */
export function isHouseRule(file: File, variant: string | null | undefined, path: string): boolean {
  return path !== 'ending.minutes' || !file.variants?.[variant ?? '']?.rules?.ending?.minutes
}

/** A card that can be kept: where it is, and what it is good for. */
export interface KeptCard {
  deck: number
  card: number
  file: Keep
}

/** The cards that can be kept, numbered through all decks. */
export function keptCards(edition: Edition): KeptCard[] {
  const found: KeptCard[] = []
  Object.entries(edition.file.decks).forEach(([id, printed], deck) => {
    const { cards } = edition.file.skins?.[edition.skin]?.decks?.[id] ?? printed
    cards.forEach((file, card) => {
      if (file.effect === 'keep') found.push({ deck, card, file })
    })
  })
  return found
}

/** Steps for quick bids that suit the prices of the edition. */
export function bidSteps(edition: Edition): number[] {
  const prices = edition.deeds.map((deed) => deed.file.price)
  const scale = 10 ** Math.floor(Math.log10(Math.max(...prices, 100) / 100))
  const { note } = edition.file.money
  return [...new Set([1, 10, 50, 100].map((times) => Math.max(note, Math.ceil((times * scale) / note) * note)))]
}
