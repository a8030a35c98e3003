/**
 * Events and actions in words: `magnate/words`, in the browser, with the same sentences and `narration.json` from the
 * same files: which sentence tells an event, and what each field of a message is.
 * A sentence comes in pieces, so that a log can make links of its names; joined they are the plain text.
 */
import type { Action, Event } from '$lib/protocol'
import { say } from '$lib/words.svelte'
import narration from '../../../src/magnate/words/narration.json'
import { counted, tellLevels } from '../table/wording'
import type { Names } from './names'

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'seat'; text: string; seat: number }
  | { kind: 'deed'; text: string; deed: number }
  | { kind: 'space'; text: string; space: number }
  | { kind: 'money'; text: string }

type Raw = Record<string, unknown>
type Facts = Record<string, Piece[]>

const TERMS = ['cash', 'deeds', 'cards'] as const
const FACTS: Record<string, string> = narration.facts

const plain = (text: string): Piece[] => [{ kind: 'text', text }]
const isNothing = (value: unknown): boolean => value === null || value === undefined

const FITS: Record<string, (value: unknown) => boolean> = {
  some: (value) => !isNothing(value),
  none: isNothing,
  true: Boolean,
  false: (value) => !value,
  negative: (value) => Number(value) < 0,
  zero: (value) => value === 0,
}

/** The key of the sentence that tells an event: its name, and the variant where there are several. */
export function sentenceOf(event: Event): string {
  const raw = event as unknown as Raw
  const variant = narration.variants.find(({ events, field, is }) => events.includes(event.type) && FITS[is]?.(raw[field]))
  return event.type + (variant?.suffix ?? '')
}

/** What happened, in a sentence, piece by piece. Of an event we do not know, nothing. */
export function tell(event: Event, names: Names): Piece[] {
  return fill(`event.${sentenceOf(event)}`, readFacts(event as unknown as Raw, names, true)) ?? []
}

/** What happened, in a sentence. */
export function narrate(event: Event, names: Names): string {
  return textOf(tell(event, names))
}

/** What a button says; `more` facts (deed, amount, debtor, building …) let it name the object and the price. */
export function label(action: Action, names: Names, more: Raw = {}): string {
  const facts = readFacts({ ...more, ...action }, names, false)
  const full = fill(`action_full.${action.type}`, facts)
  return textOf(full ?? fill(`action.${action.type}`, facts) ?? plain(say(`action.${action.type}`)))
}

/** Everything a message says, in words. */
export function factsOf(raw: Raw, names: Names): Record<string, string> {
  return Object.fromEntries(Object.entries(readFacts(raw, names, false)).map(([key, pieces]) => [key, textOf(pieces)]))
}

/** The terms of a deal: first the money, then deeds and cards. */
export function tellTerms(terms: Raw, names: Names): Piece[] {
  const parts: Piece[][] = []
  for (const section of TERMS) {
    const entries = Object.entries((terms[section] ?? {}) as Record<string, number>).map(([key, value]) => [Number(key), value] as const)
    const [payer, payee] = entries.toSorted(([, one], [, two]) => one - two)
    if (section === 'cash' && entries.length === 2 && payer && payee && payer[1] <= 0 && payee[1] > 0) {
      const facts = { seat: seatPiece(payer[0], names), other: seatPiece(payee[0], names), amount: moneyPiece(Math.abs(payer[1]), names) }
      parts.push(fill('deal.pays_to', facts) ?? [])
      continue
    }
    for (const [key, value] of entries.sort(([one], [two]) => one - two)) parts.push(readTerm(section, key, value, names))
  }
  return parts.flatMap((part, place) => (place ? [...plain('; '), ...part] : part))
}

export const textOf = (pieces: Piece[]): string => pieces.map((piece) => piece.text).join('')

function readTerm(section: (typeof TERMS)[number], key: number, value: number, names: Names): Piece[] {
  if (section === 'cash') {
    const facts = { seat: seatPiece(key, names), amount: moneyPiece(Math.abs(value), names) }
    return fill(value > 0 ? 'deal.gets' : 'deal.pays', facts) ?? []
  }
  const seat = seatPiece(value, names)
  if (section === 'deeds') return fill('deal.deed', { deed: deedPiece(key, names), seat }) ?? []
  return fill('deal.card', { card: plain(names.kept(key).replace(/\.$/, '')), seat }) ?? []
}

/** A sentence with its facts; null where it is missing, or where it asks for a fact that is not known. A name that ends in "!" or "?" is followed by no full stop. */
function fill(path: string, facts: Facts): Piece[] | null {
  const marks = Object.fromEntries(Object.keys(facts).map((name) => [name, `\uE000${name}\uE001`]))
  const template = say(path, marks)
  if (template.includes('⟨')) return null
  const pieces = template.split(/\uE000(\w+)\uE001/).flatMap((part, place) => (place % 2 ? (facts[part] ?? []) : plain(part)))
  const tidy = pieces.map((piece, place) => (/[!?]$/.test(pieces[place - 1]?.text ?? '') ? { ...piece, text: piece.text.replace(/^\.(?!\.)/, '') } : piece))
  return tidy.filter(({ text }) => text)
}

/** Everything a message says, and what is known beside it, ready to read. */
function readFacts(raw: Raw, names: Names, isEvent: boolean): Facts {
  const facts: Facts = {}
  for (const [key, value] of Object.entries(raw)) {
    if (isNothing(value) || FACTS[key] === 'unsaid' || FACTS[key] === 'terms') continue
    const read = readFact(key, value, raw, names)
    if (read) facts[key] = read
  }
  const count = raw.count ?? raw.stock
  if (typeof raw.building === 'string' && typeof count === 'number') facts.buildings = plain(names.building(raw.building, count))
  if (TERMS.some((section) => Object.keys(raw[section] ?? {}).length)) facts.terms = tellTerms(raw, names)
  else if (isEvent && 'cash' in raw) facts.terms = plain(say('deal.nothing'))
  return facts
}

function readFact(key: string, value: unknown, raw: Raw, names: Names): Piece[] | null {
  const fact = FACTS[key]
  if (fact === 'why') return plain(say(`why.${String(value)}`, { start: names.space(0) }))
  if (fact === 'building') return plain(names.building(String(value), 1))
  if (fact === 'dice' && Array.isArray(value)) return plain(value.join(' + '))
  if (fact === 'levels' && Array.isArray(value)) return plain(tellLevels(value.map(Number), (level) => names.buildings(level)))
  return typeof value === 'number' ? readNumber(fact, value, raw, names) : null
}

function readNumber(fact: string | undefined, value: number, raw: Raw, names: Names): Piece[] | null {
  switch (fact) {
    case 'seat':
      return seatPiece(value, names)
    case 'space':
      return [{ kind: 'space', text: names.space(value), space: value }]
    case 'number':
      return plain(String(value))
    case 'money':
      return moneyPiece(Math.abs(value), names)
    case 'deed':
      return deedPiece(value, names)
    case 'group':
      return plain(names.group(value))
    case 'level':
      return plain(names.buildings(value))
    case 'turns':
      return plain(counted('turn', value))
    case 'card':
      return plain(typeof raw.deck === 'number' ? names.card(raw.deck, value) : names.kept(value))
    default:
      return null
  }
}

const seatPiece = (seat: number, names: Names): Piece[] => [{ kind: 'seat', text: names.seat(seat), seat }]
const deedPiece = (deed: number, names: Names): Piece[] => [{ kind: 'deed', text: names.deed(deed), deed }]
const moneyPiece = (amount: number, names: Names): Piece[] => [{ kind: 'money', text: names.money(amount) }]

/** A full stop or a comma stays with the name before it. */
export function tied(pieces: readonly Piece[]): { piece: Piece; tail: string }[] {
  const found: { piece: Piece; tail: string }[] = []
  for (const piece of pieces) {
    const before = found.at(-1)
    const tail = piece.kind === 'text' && before && before.piece.kind !== 'text' ? (/^[.,;:)]+/.exec(piece.text)?.[0] ?? '') : ''
    if (before && tail) before.tail = tail
    const rest = piece.kind === 'text' && tail ? { ...piece, text: piece.text.slice(tail.length) } : piece
    if (rest.text) found.push({ piece: rest, tail: '' })
  }
  return found
}
