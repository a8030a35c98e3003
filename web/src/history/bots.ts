/** Which moves a bot made, at which level, and its reasons in words. */
import type { Edition } from '$lib/edition'
import type { Action, Reason, TableState, Told, View } from '$lib/protocol'
import { say, words } from '$lib/words.svelte'
import type { Names } from '../log/names'

/** The level of the bot that made a move; null where a person or the clock did. */
export function botOf(move: Told | undefined, told: readonly Told[], config: TableState['config']): string | null {
  if (move?.entry.type !== 'Played' || move.entry.by !== 'bot') return null
  const { seat } = move.entry
  const sat = told.findLast(({ number, entry }) => number < move.number && entry.type === 'Sat' && entry.seat === seat)
  return (sat?.entry.type === 'Sat' ? sat.entry.level : null) ?? config.stand_in ?? 'house'
}

const SUMS = new Set(['value', 'price', 'danger', 'fine', 'purse'])

/** What speaks for an option, in a sentence. */
export function reasonText({ key, facts = {} }: Reason, names: Names, action?: Action): string {
  const said = Object.entries(facts).map(([name, value]) => [name, SUMS.has(name) ? names.money(value) : name === 'group' ? names.group(value) : name === 'seat' ? names.seat(value) : String(value)])
  // The same reckoning speaks for buying and for leaving it; what follows from it differs.
  const leaves = key === 'buy' && (action?.type === 'RefuseDeed' || action?.type === 'DeclineOffer')
  return say(leaves ? 'replay.bot.leave_it' : `bot.${key}`, Object.fromEntries(said) as Record<string, string>)
}

/** "31.4 %". */
export const share = (part: number): string => new Intl.NumberFormat(words.language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(part)

/** What an option needs beside what it carries, so that it names its object and its price: from the position it was in. */
export function factsOf(action: Action, before: View | null, edition: Edition, names: Names): Record<string, unknown> {
  const question = before?.question
  const deed = 'deed' in action ? action.deed : (question?.deed ?? undefined)
  const file = typeof deed === 'number' ? edition.deeds[deed]?.file : undefined
  switch (action.type) {
    case 'BuyDeed':
    case 'AcceptOffer':
      return { deed, amount: file?.price }
    case 'RefuseDeed':
    case 'DeclineOffer':
      return { deed }
    case 'Mortgage':
      return { amount: file?.mortgage }
    case 'PayFine':
      return { amount: names.rules.jail.fine }
    case 'PayTax':
      return { amount: question?.amount }
    default:
      return {}
  }
}

/** Whether two actions are the same, however they were written. */
export function isSame(one: Action, other: Action): boolean {
  const written = (action: Action): string => JSON.stringify(Object.entries(action).filter(([, value]) => value !== null).sort(([a], [b]) => (a < b ? -1 : 1)))
  return written(one) === written(other)
}
