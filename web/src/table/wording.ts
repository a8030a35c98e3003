/** What a choice, a building, a refusal says: the game's own words, with names and sums. */
import type { Edition } from '$lib/edition'
import type { Rules } from '$lib/editionFile'
import type { Action, Option, Question, Refused, View } from '$lib/protocol'
import { listed, say, several, words } from '$lib/words.svelte'

/** So many houses, villas, hotels or turns. */
export const counted = (kind: string, n: number): string => several(`count.${kind}`, n)

export { listed }

/** The facts that an action's label needs beside what it carries. */
export interface Facts {
  amount?: number
  deed?: number | null | undefined
  card?: string
  buildings?: string
  building?: string
  group?: string
  levels?: string
  deal?: string
}

/** What stands on each lot of a group, said once where it is the same. */
export function tellLevels(levels: readonly number[], buildings: (level: number) => string): string {
  const [first = 0] = levels
  if (levels.some((level) => level !== first)) return levels.map(buildings).join(', ')
  return first && levels.length > 1 ? say('name.each_lot', { buildings: buildings(first) }) : buildings(first)
}

export class Wording {
  constructor(
    readonly edition: Edition,
    readonly rules: Rules,
    readonly names: (seat: number) => string,
  ) {}

  deed(deed: number): string {
    return this.edition.deedName(deed, words.language)
  }

  space(space: number): string {
    return this.edition.spaceName(space, words.language)
  }

  group(group: number): string {
    const found = this.edition.groups[group]
    return found ? this.edition.named(found, words.language) : ''
  }

  get house(): string {
    return this.edition.file.stock.house ?? 'house'
  }

  /** What stands on a lot of this level. */
  buildings(level: number): string {
    if (level === 0) return say('name.bare')
    const top = this.rules.building.houses_per_lot
    return level > top ? counted('hotel', level - top) : counted(this.house, level)
  }

  /** So many houses or hotels. */
  pieces(kind: string, n: number): string {
    return counted(kind === 'hotel' ? 'hotel' : this.house, n)
  }

  /** What is under the hammer. */
  lot(question: Question): string {
    return typeof question.deed === 'number' ? this.deed(question.deed) : this.pieces(question.building ?? 'house', 1)
  }

  /** Who is owed: a player, or the Bank. */
  creditor(seat: number | null | undefined): string {
    return seat === null || seat === undefined ? say('name.bank') : this.names(seat)
  }

  /** What the button of an action says; with its price and its object where they are known. */
  action(action: Action, facts: Facts = {}): string {
    const deed = 'deed' in action ? action.deed : facts.deed
    const amount = 'amount' in action ? action.amount : facts.amount
    const values: Record<string, string> = {}
    if (deed !== undefined && deed !== null) values.deed = this.deed(deed)
    if (amount !== undefined) values.amount = this.edition.money(amount)
    for (const key of ['card', 'buildings', 'building', 'group', 'levels', 'deal'] as const) {
      const fact = facts[key]
      if (fact !== undefined) values[key] = fact
    }
    if ('group' in action) {
      values.group = this.group(action.group)
      values.levels = tellLevels(action.levels, (level) => this.buildings(level))
    }
    if ('count' in action) values.count = String(action.count)
    if ('deal' in action) values.deal = this.names(action.deal)
    for (const path of [`action_full.${action.type}`, `action.${action.type}`]) {
      const text = say(path, values)
      if (!text.includes('⟨')) return text
    }
    return say(`action.${action.type}`, values)
  }

  /** A refusal as a plain sentence that says what to do next. */
  refusal(refused: Refused, view: View | null): string {
    if (refused.error === 'lesson') return refused.message // in the reader's language already
    if (refused.error !== 'illegal') {
      const path = [`table.error.${refused.error}`, `ui.error.${refused.error}`].find((one) => words.has(one))
      return say(path ?? 'table.error.other')
    }
    const reason = /\(([a-z ]+)\); legal/.exec(refused.message)?.[1]?.replaceAll(' ', '_').toUpperCase() ?? 'WRONG_MOMENT'
    const bid = refused.legal?.find((one) => one.type === 'Bid')?.low
    if (reason === 'BID_TOO_LOW' && typeof bid === 'number') return say('refusal_full.BID_TOO_LOW', { amount: this.edition.money(bid) })
    if (reason === 'NOT_A_ROUND_SUM') return say('refusal_full.NOT_A_ROUND_SUM', { amount: this.edition.money(this.edition.file.money.note) })
    if (reason === 'NOT_ASKED' && view?.must.length) return say('refusal_full.NOT_ASKED', { seat: listed(view.must.map(this.names)) })
    const path = `refusal.${reason}`
    return words.has(path) ? say(path) : say('refusal.WRONG_MOMENT')
  }
}

/** The option of a type, if there is one. */
export function find(options: Option[], type: Action['type']): Option | undefined {
  return options.find((one) => one.type === type)
}

/** All options of a type, with their actions. */
export function all<T extends Action['type']>(options: Option[], type: T): Extract<Action, { type: T }>[] {
  return options.flatMap((one) => (one.type === type && one.action ? [one.action as Extract<Action, { type: T }>] : []))
}
