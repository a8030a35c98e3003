/** The switches in force at a table, and what follows from what is printed on the deeds. The server has the last word. */
import type { Deed, Edition } from '$lib/edition'
import type { Keep, Rules } from '$lib/editionFile'
import type { Config, DeedView } from '$lib/protocol'

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

/** What the buildings of a lot cost up to this level, as printed on its deed. */
function costUpTo(deed: Deed, level: number, top: number): number {
  const house = deed.file.house_cost ?? 0
  return level > top ? top * house + (deed.file.hotel_cost ?? 0) : level * house
}

/** What a plan costs (above nothing) or brings (below), from what the deeds print and the book pays back. */
export function planPrice(edition: Edition, rules: Rules, lots: readonly Deed[], now: number[], plan: number[]): number {
  const top = rules.building.houses_per_lot
  const { note } = edition.file.money
  let price = 0
  lots.forEach((lot, place) => {
    const from = now[place] ?? 0
    const to = plan[place] ?? 0
    if (to >= from) price += costUpTo(lot, to, top) - costUpTo(lot, from, top)
    for (let level = to + 1; level <= from; level++) {
      const cost = (level > top ? lot.file.hotel_cost : lot.file.house_cost) ?? 0
      const paid = Math.ceil((cost * rules.building.resale_percent) / 100)
      price -= Math.ceil(paid / note) * note
    }
  })
  return price
}

/** What lifting a mortgage costs: its value and the interest the book asks of this owner. */
export function liftPrice(edition: Edition, rules: Rules, deed: Deed, view: DeedView): number {
  const { note } = edition.file.money
  const percent = view.inherited ? rules.mortgage.later_percent : rules.mortgage.lift_percent
  const interest = Math.floor((deed.file.mortgage * percent) / 100)
  return deed.file.mortgage + Math.floor(interest / note) * note
}

/** Steps for quick bids that suit the prices of the edition. */
export function bidSteps(edition: Edition): number[] {
  const prices = edition.deeds.map((deed) => deed.file.price)
  const scale = 10 ** Math.floor(Math.log10(Math.max(...prices, 100) / 100))
  const { note } = edition.file.money
  return [...new Set([1, 10, 50, 100].map((times) => Math.max(note, Math.ceil((times * scale) / note) * note)))]
}
