/** A review in words, as `magnate/review/sentences.py`: the same sentences from the same files. */
import type { JudgedDecision, MissedDeal, ReviewSentence } from '$lib/protocol'
import { say, words } from '$lib/words.svelte'
import type { Names } from '../log/names'
import { factsOf, label, tellTerms, textOf } from '../log/narrate'

type Action = JudgedDecision['action']
const SEATS = ['seat', 'other', 'one']
const ARTICLE = /\b(il|(?:a|da|ne)l) (?=(0|1|8|11|8\d)(?!\d))/g

/** A text with numbers whose Italian articles fit them, dal 24, dall'8, dallo 0, and with no line break before a percent sign. */
export function withArticles(text: string): string {
  const fitted = (_: string, article: string, number: string): string => (article === 'il' ? '' : article) + (number === '0' ? 'lo ' : "l'")
  return (words.language === 'it' ? text.replace(ARTICLE, fitted) : text).replace(/(\d) %/g, '$1\u00a0%')
}

function fill(sentence: ReviewSentence, said: Record<string, string>, names: Names): string {
  const facts: Record<string, string | number> = { ...said }
  for (const [key, value] of Object.entries(sentence.facts)) {
    if (SEATS.includes(key)) facts[key] = names.seat(value)
    else if (key === 'deed') facts[key] = names.deed(value)
    else if (key === 'group') facts[key] = names.group(value)
    else facts[key] = key === 'amount' ? names.money(value) : value
  }
  const { before, after } = sentence.facts
  if (before !== undefined && after !== undefined) facts.change = say(`review.change.${after > before ? 'rose' : after < before ? 'fell' : 'stayed'}`, { before, after })
  return withArticles(say(`review.say.${sentence.key}`, facts))
}

/** What a purchase or an auction is about. */
const about = (decision: JudgedDecision): Record<string, number> => (typeof decision.deed === 'number' ? { deed: decision.deed, amount: decision.amount ?? 0 } : {})

/** Everything an option says; what stands on which lot, instead of a level for each lot of the group. */
function factsAbout(decision: JudgedDecision, option: Action, names: Names): Record<string, string> {
  const facts = factsOf({ ...about(decision), ...option }, names)
  facts.terms = decision.terms ? textOf(tellTerms(decision.terms as Record<string, unknown>, names)) : ''
  if (option.type === 'Build' || option.type === 'SellBuildings') {
    const deeds = names.edition.deedsOf(option.group)
    const lots = option.levels.flatMap((level, place) => (level && deeds[place] ? [say('review.did.BuiltOn', { buildings: names.buildings(level), deed: names.deed(deeds[place].deed) })] : []))
    facts.levels = lots.join(', ') || names.buildings(0)
  }
  return facts
}

/** What a player did: "bought Gran Vía for 60". */
function tellAction(decision: JudgedDecision, names: Names): string {
  const { action, kind } = decision
  return say(`review.did.${action.type === 'Roll' && kind === 'jail' ? 'RollInJail' : action.type}`, factsAbout(decision, action, names))
}

/** What an option is called. */
function optionName(decision: JudgedDecision, option: Action, names: Names): string {
  if (option.type === 'Build' || option.type === 'SellBuildings') return say(`action.${option.type}`, factsAbout(decision, option, names))
  return label(option, names, about(decision))
}

/** A decision in all its sentences, or the first ones. */
export function tellDecision(decision: JudgedDecision, names: Names, most?: number): string {
  const best = decision.options[0]
  const said = { did: tellAction(decision, names), better: best ? optionName(decision, best.action, names) : '' }
  return (decision.sentences ?? []).slice(0, most).map((sentence) => fill(sentence, said, names)).join(' ')
}

/** A missed deal in a sentence. */
export function tellMissed(missed: MissedDeal, names: Names): string {
  const cash = Object.fromEntries(Object.entries(missed.cash).filter(([, amount]) => amount))
  const terms = textOf(tellTerms({ cash, deeds: missed.deeds }, names))
  return missed.sentence ? fill(missed.sentence, { terms }, names) : ''
}

/** A part of a chance in percentage points, with its sign. */
export function signed(part: number, whole: number): string {
  return new Intl.NumberFormat(words.language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format((100 * part) / whole)
}

/** A number with one digit. */
export const short = (value: number): string => new Intl.NumberFormat(words.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
