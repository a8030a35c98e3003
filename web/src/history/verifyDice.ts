/**
 * The dice, checked here: from the secret that was promised before the start every die, card, seat and dealt deed is
 * thrown again, in order, and compared with the record and with what this table was told. As `magnate/verify.py`.
 *
 * What the rules decide, which deck a card comes from and when a kept card returns, is read from the events of the game.
 */
import { counted } from '$lib/counted'
import type { Edition } from '$lib/edition'
import type { Rules } from '$lib/editionFile'
import type { Event, Told, View } from '$lib/protocol'
import { keptCards } from '../table/rules'
import { Generator, commitmentOf, keyOf } from './chance'
import { type GameRecord, type Move, RecordError, type Result, type Wrong, readRecord } from './record'

/** What a game was played with. */
export interface Played {
  edition: Edition
  rules: Rules
  /** The promise as it stood at the table before the start. */
  commitment: string
  /** Everything the table was told; entries that are no moves do not matter. */
  told: readonly Told[]
  /** Where the game began in a position: how it was. */
  start?: View | null
}

export type Problem =
  | { what: 'record'; wrong: Wrong; line: number }
  /** Another promise than the one made at the table. */
  | { what: 'promise' }
  /** The secret is not the promised one. */
  | { what: 'secret' }
  /** What the seats added is not what the table was told. */
  | { what: 'entropy' }
  /** The record tells another move than the table was told, or another result. */
  | { what: 'told'; line: number; move: number; entry: number | null }
  /** The dice give another result. */
  | { what: 'result'; line: number; move: number; entry: number; recorded: Result | null; thrown: Result | null }

export interface Verdict {
  verdict: 'proved' | 'disproved' | 'unproved'
  problem: Problem | null
  /** Counts of what was found right. */
  moves: number
  dice: number
  cards: number
  seats: number
  deeds: number
  /** How many decks were put into their order again. */
  decks: number
}

const PAUSE = 40 // moves between two breaths of the page
const COUNTED = { d: 'dice', c: 'cards', s: 'seats', p: 'deeds' } as const

class Disproved extends Error {
  constructor(readonly problem: Problem) {
    super(problem.what)
  }
}

/** Check a record; `progress` hears from time to time how much is done, from 0 to 1. */
export async function checkDice(text: string, played: Played, progress: (part: number) => unknown = () => undefined): Promise<Verdict> {
  const found: Verdict = { verdict: 'disproved', problem: null, moves: 0, dice: 0, cards: 0, seats: 0, deeds: 0, decks: 0 }
  try {
    const record = readRecord(text)
    const moves = counted(played.told).filter(({ entry }) => entry.type === 'Started' || entry.type === 'Played')
    checkPromise(record, played, moves[0])
    const throws = record.head.secret ? new Throws(record, played) : null
    for (const [place, move] of record.moves.entries()) {
      const told = checkTold(move, moves[place])
      throws?.check(move, told, found)
      found.moves++
      if (place % PAUSE === 0) {
        progress(place / record.moves.length)
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
    found.decks = throws?.decks.length ?? 0
    if (moves.length > record.moves.length) throw new Disproved({ what: 'told', line: record.moves.length, move: record.moves.length, entry: moves[record.moves.length]?.number ?? null })
    found.verdict = throws ? 'proved' : 'unproved'
  } catch (error) {
    if (error instanceof RecordError) found.problem = { what: 'record', wrong: error.wrong, line: error.line }
    else if (error instanceof Disproved) found.problem = error.problem
    else throw error
  }
  progress(1)
  return found
}

/** The promise of the record is the one made at the table, the secret keeps it, and every seat's own word went in. */
function checkPromise({ head }: GameRecord, { commitment }: Played, started: Told | undefined): void {
  if (head.commitment !== commitment) throw new Disproved({ what: 'promise' })
  if (head.secret && commitmentOf(head.secret) !== commitment) throw new Disproved({ what: 'secret' })
  if (started?.entry.type === 'Started' && JSON.stringify(started.entry.entropy) !== JSON.stringify(head.entropy)) throw new Disproved({ what: 'entropy' })
}

const KINDS = ['', 'd', 'c', 's', 'p']

/** The move as the table was told it, at the time. */
function checkTold(move: Move, told: Told | undefined): Told {
  const wrong = new Disproved({ what: 'told', line: move.line, move: move.number, entry: told?.number ?? null })
  if (!told || (told.entry.type !== 'Started' && told.entry.type !== 'Played')) throw wrong
  const luck: number[][] = told.entry.chance ?? []
  if (JSON.stringify(luck.map(([kind = 0, value]) => [KINDS[kind], value])) !== JSON.stringify(move.chance.map(({ kind, value }) => [kind, value]))) throw wrong
  if (told.entry.type === 'Started') {
    if (move.action !== 'SetUp') throw wrong
  } else {
    const { type, ...body } = told.entry.action
    if (type !== move.action || Math.max(told.entry.seat, -1) !== (move.seat ?? -1) || plain(body) !== plain(move.body)) throw wrong
  }
  return told
}

/** An action's terms in one form only: in order, and without what is empty. */
function plain(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const parts = Object.entries(value).map(([key, one]) => [key, plain(one)] as const)
  const full = parts.filter(([, one]) => one !== '{}').sort(([one], [two]) => (one < two ? -1 : 1))
  return `{${full.map(([key, one]) => `${key}:${one}`).join()}}`
}

/** Everything random of a game, thrown again. */
class Throws {
  readonly #generator: Generator
  readonly decks: number[][]
  readonly #kept: { deck: number; card: number }[]
  readonly #keeps: Set<string>
  readonly #deeds: number[]
  readonly #seats: number[]
  readonly #out = new Set<number>()
  readonly #rules: Rules
  #turn: number | null = null

  constructor({ head }: GameRecord, { edition, rules, start }: Played) {
    const { file, skin } = edition
    const printed = Object.entries(file.decks).map(([id, deck]) => file.skins?.[skin]?.decks?.[id] ?? deck)
    this.#rules = rules
    this.#generator = new Generator(keyOf(head.secret, head.entropy))
    this.decks = printed.map(({ cards }) => this.#generator.deck(cards.length))
    this.#kept = keptCards(edition)
    this.#keeps = new Set(rules.cards.kept ? this.#kept.map(({ deck, card }) => `${deck} ${card}`) : [])
    this.#deeds = edition.deeds.map(({ deed }) => deed)
    this.#seats = Array.from({ length: head.seats }, (_, seat) => seat)
    if (start) this.#beginAt(start)
  }

  /** A game that begins in a position: cards that somebody holds, or has just turned over to keep, are in no deck. */
  #beginAt({ seats, turn, question }: View): void {
    this.#turn = turn
    for (const { seat, out } of seats) if (out) this.#out.add(seat)
    const away = seats.flatMap(({ cards }) => cards.flatMap((card) => this.#kept[card] ?? []))
    if (question?.type === 'card') away.push(...this.#kept.filter(({ deck, card }) => deck === question.deck && card === question.card && this.#keeps.has(`${deck} ${card}`)))
    for (const { deck, card } of away) this.#take(this.decks[deck] ?? [], (this.decks[deck] ?? []).indexOf(card))
  }

  /** Throw what a move called for and compare it with the record. */
  check(move: Move, told: Told, found: Verdict): void {
    const thrown = (told.events ?? []).flatMap((event) => this.#throw(event))
    for (let place = 0; place < Math.max(thrown.length, move.chance.length); place++) {
      const [one = null, other = null] = [move.chance[place], thrown[place]]
      if (one?.kind !== other?.kind || one?.value !== other?.value) {
        throw new Disproved({ what: 'result', line: move.line, move: move.number, entry: told.number, recorded: one, thrown: other })
      }
      if (one) found[COUNTED[one.kind]]++
    }
  }

  /** The results an event called for, as the generator gives them; cards and seats follow the event. */
  #throw(event: Event): Result[] {
    switch (event.type) {
      case 'OpeningRolled':
      case 'Rolled':
        return [this.#die(), this.#die()]
      case 'DieRolled':
        return [this.#die()]
      case 'CardDrawn':
        return [this.#draw(event.deck)]
      case 'CardUsed':
        this.#giveBack(event.card)
        return []
      case 'CardMoved':
        if (event.other === null) this.#giveBack(event.card)
        return []
      case 'DeedDealt':
        return [{ kind: 'p', value: this.#take(this.#deeds, this.#generator.below(this.#deeds.length)) }]
      case 'WentBankrupt':
      case 'Conceded':
        this.#out.add(event.seat)
        return []
      case 'TurnBegan': {
        const last = this.#turn
        this.#turn = event.seat
        return last === null || this.#rules.turn.order !== 'random' ? [] : [this.#next(last)]
      }
      default:
        return []
    }
  }

  #die(): Result {
    return { kind: 'd', value: this.#generator.die() }
  }

  /** The top card, or one from anywhere in the deck where the book draws at random; it goes under, unless it is kept. */
  #draw(deck: number): Result {
    const cards = this.decks[deck] ?? []
    const place = this.#rules.cards.draw === 'random' ? this.#generator.below(cards.length) : 0
    const card = this.#take(cards, place)
    if (!this.#keeps.has(`${deck} ${card}`)) cards.push(card)
    return { kind: 'c', value: card }
  }

  #giveBack(kept: number): void {
    const found = this.#kept[kept]
    if (found) this.decks[found.deck]?.push(found.card)
  }

  /** One of the other players, each as likely. */
  #next(last: number): Result {
    const others = this.#seats.filter((seat) => seat !== last && !this.#out.has(seat))
    return { kind: 's', value: this.#take(others, this.#generator.below(others.length)) }
  }

  #take(from: number[], place: number): number {
    return from.splice(place, 1)[0] ?? -1
  }
}
