/** A review in words, as `magnate/review/sentences.py`: the same sentences from the same files. */
import type { JudgedDecision, MissedDeal, ReviewSentence } from '$lib/protocol'
import { say, words } from '$lib/words.svelte'
import type { Names } from '../log/names'
import { label, tellTerms, textOf } from '../log/narrate'

const SEATS = ['seat', 'other', 'one']

function fill(sentence: ReviewSentence, said: Record<string, string>, names: Names): string {
  const facts: Record<string, string | number> = { ...said }
  for (const [key, value] of Object.entries(sentence.facts)) {
    if (SEATS.includes(key)) facts[key] = names.seat(value)
    else if (key === 'deed') facts[key] = names.deed(value)
    else facts[key] = key === 'amount' ? names.money(value) : value
  }
  return say(`review.say.${sentence.key}`, facts)
}

/** What an option is called. */
export function optionName(decision: JudgedDecision, option: JudgedDecision['action'], names: Names): string {
  const about = decision.deed === null || decision.deed === undefined ? {} : { deed: decision.deed, amount: decision.amount ?? 0 }
  return label(option, names, about)
}

/** A decision in a sentence, or two; or in so many. */
export function tellDecision(decision: JudgedDecision, names: Names, most = 2): string {
  const best = decision.options[0]
  const said = {
    action: optionName(decision, decision.action, names),
    better: best ? optionName(decision, best.action, names) : '',
    terms: decision.terms ? textOf(tellTerms(decision.terms as Record<string, unknown>, names)) : '',
  }
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
