/** The log of a table as lines, turn by turn. New lines are appended; earlier ones are not computed again. */
import type { Event, Told } from '$lib/protocol'
import type { Known } from '$lib/truth'
import { cashChanges } from '$lib/cash'

export const TOPICS = ['money', 'deals', 'rolls', 'chat'] as const
export type Topic = (typeof TOPICS)[number]
export type Entry = Told['entry']
/** What is told beside the game, without actions: those are told by their events. */
export type TableEntry = Exclude<Entry, { type: 'Played' } | { type: 'Said' } | { type: 'Unsaid' } | { type: 'Ordered' }>

interface Common {
  id: string
  number: number
  at: number
  topic: Topic | null
}
export type EventLine = Common & { what: 'event'; event: Event; place: number; by: 'person' | 'bot' | 'clock' | 'order' }
export type EntryLine = Common & { what: 'entry'; entry: TableEntry; who: string; other: string; /** What a taken back move had told. */ undone?: readonly Event[] }
export type SaidLine = Common & { what: 'said'; person: string; name: string; seat: number | null; text: string | null }
export type Line = EventLine | EntryLine | SaidLine

/** The lines from one turn's beginning to the next. `began` is missing before the first turn. */
export interface Turn {
  id: string
  turn: number
  began: EventLine | null
  lines: readonly Line[]
}

const DEALS = /^(Deal|CashMoved|DeedMoved|CardMoved|Property)/
const ROLLS = new Set<Event['type']>(['OpeningRolled', 'StarterChosen', 'Rolled', 'DieRolled', 'Moved', 'Rested', 'CardDrawn', 'Jailed', 'Released', 'Stayed'])
const MONEY = new Set<Event['type']>(['DebtOwed', 'RentClaimed', 'RentLapsed', 'RentFree', 'NothingDue', 'TaxCancelled', 'WentBankrupt', 'AuctionOpened', 'BidMade', 'AuctionFailed', 'WealthCounted'])
const QUIET = new Set<Event['type']>(['TurnEnded']) // the next turn says so

export function topicOf(event: Event): Topic | null {
  if (DEALS.test(event.type)) return 'deals'
  if (ROLLS.has(event.type)) return 'rolls'
  return MONEY.has(event.type) || cashChanges(event).size ? 'money' : null
}

function isSameComing(before: Line | undefined, line: Line): boolean {
  if (before?.what !== 'entry' || line.what !== 'entry') return false
  const comes = (entry: TableEntry): entry is Extract<TableEntry, { type: 'Came' | 'Gone' }> => entry.type === 'Came' || entry.type === 'Gone'
  return comes(before.entry) && comes(line.entry) && before.entry.seat === line.entry.seat
}

const STEP = 20

/** The last turns, with about so many lines: whole ones, but of a turn that alone is longer only what it ends with. */
export function lastLines(turns: readonly Turn[], count: number): readonly Turn[] {
  let from = turns.length
  let lines = 0
  while (from > 0 && lines < count) lines += 1 + (turns[--from]?.lines.length ?? 0)
  const [first, ...rest] = turns.slice(from)
  if (!first) return []
  const over = Math.floor(Math.max(0, lines - count) / STEP) * STEP // by steps: not a line goes for every line that comes
  return [over ? { ...first, lines: first.lines.slice(over) } : first, ...rest]
}

/** The turns as far as they are known. */
export function turnsUntil(turns: readonly Turn[], known: Known | null): readonly Turn[] {
  if (!known) return turns
  const isKnown = (line: Line): boolean => line.number < known.number || (line.number === known.number && (known.whole || (line.what === 'event' && line.place < known.events)))
  const shown = turns.slice(0, turns.findLastIndex((turn) => !turn.began || isKnown(turn.began)) + 1)
  const last = shown.pop()
  return last ? [...shown, last.lines.every(isKnown) ? last : { ...last, lines: last.lines.filter(isKnown) }] : []
}

export class LogBook {
  #turns: Turn[] = []
  #read = 0
  #first: Told | undefined
  #names = new Map<number, string>()
  #people = new Map<string, string>()
  #removed = new Set<number>()
  #hasBegun = false
  #undone = new Set<number>()
  #events = new Map<number, readonly Event[]>()

  /** Everything that was told, as turns, the oldest first. */
  read(told: readonly Told[]): readonly Turn[] {
    if (told.length < this.#read || told[0] !== this.#first) this.#forget()
    if (this.#read === told.length && this.#turns.length) return this.#turns
    this.#first = told[0]
    const turns = [...this.#turns]
    let last = turns.pop() ?? { id: 'before', turn: 0, began: null, lines: [] }
    let lines = [...last.lines]
    for (const one of told.slice(this.#read)) {
      for (const line of this.#linesOf(one)) {
        if (line.what === 'event' && line.event.type === 'TurnBegan') {
          turns.push({ ...last, lines })
          last = { id: line.id, turn: last.turn + 1, began: line, lines: [] }
          lines = []
        } else {
          if (isSameComing(lines.at(-1), line)) lines.pop() // a connection that trembles is told once
          lines.push(line)
        }
      }
    }
    turns.push({ ...last, lines })
    this.#read = told.length
    this.#turns = turns
    return turns
  }

  /** Whether the host took this off the table. */
  isRemoved(number: number): boolean {
    return this.#removed.has(number)
  }

  /** The moves that were taken back; another set when there are more. */
  get undone(): ReadonlySet<number> {
    return this.#undone
  }

  #forget(): void {
    this.#turns = []
    this.#read = 0
    this.#names.clear()
    this.#people.clear()
    this.#removed.clear()
    this.#hasBegun = false
    this.#undone = new Set()
    this.#events.clear()
  }

  *#linesOf({ number, at, entry, events = [] }: Told): Iterable<Line> {
    if (entry.type === 'Said') {
      const { person, name, text, seat = null } = entry
      if (!this.#people.has(person)) this.#people.set(person, name)
      yield { id: `${number}`, number, at, topic: 'chat', what: 'said', person, name, seat, text }
    } else if (entry.type === 'Unsaid') this.#removed.add(entry.number)
    else if (entry.type !== 'Played' && entry.type !== 'Ordered') yield { id: `${number}`, number, at, topic: null, what: 'entry', entry, ...this.#called(entry), ...this.#takenBack(entry) }
    if (entry.type === 'Played') this.#events.set(number, events)
    const by = entry.type === 'Played' ? (entry.by ?? 'person') : 'bot'
    for (const [place, event] of events.entries()) {
      if (QUIET.has(event.type)) continue
      yield { id: `${number}.${place}`, number, at, topic: topicOf(event), what: 'event', event, place, by }
    }
  }

  /** What was taken back by an entry: the moves from its number on no longer count. */
  #takenBack(entry: TableEntry): { undone?: readonly Event[] } {
    if (entry.type !== 'TakenBack') return {}
    const undone = this.#events.get(entry.number) ?? []
    this.#undone = new Set([...this.#undone, ...[...this.#events.keys()].filter((number) => number >= entry.number)])
    return { undone }
  }

  /** Whom an entry is about, as they were called then. */
  #called(entry: TableEntry): { who: string; other: string } {
    const before = entry.type === 'Sat' && this.#hasBegun ? this.#names.get(entry.seat) : undefined // the bot that hands over
    if (entry.type === 'Sat') {
      this.#names.set(entry.seat, entry.name)
      if (entry.person) this.#people.set(entry.person, entry.name)
    }
    if (entry.type === 'Started') {
      this.#hasBegun = true
      entry.names.forEach((name, seat) => this.#names.set(seat, name))
    }
    const seat = 'seat' in entry ? entry.seat : undefined
    const host = entry.type === 'HostChanged' ? entry.host : 'person' in entry && entry.type !== 'Sat' ? (entry.person ?? undefined) : undefined
    if (entry.type === 'KeptOut' && entry.name) this.#people.set(entry.person, entry.name)
    const other = entry.type === 'Granted' ? entry.to : entry.type === 'WaitAgreed' ? entry.absent : entry.type === 'RemovalAsked' ? entry.target : undefined
    return {
      who: (seat !== undefined ? this.#names.get(seat) : host !== undefined ? this.#people.get(host) : undefined) ?? '',
      other: (other !== undefined ? this.#names.get(other) : before) ?? '',
    }
  }
}
