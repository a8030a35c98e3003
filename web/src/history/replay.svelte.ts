/** The state of a replay: which move is shown, whether it plays, and the positions fetched from the server. */
import { storage } from '$lib/storage'
import type { Edition } from '$lib/edition'
import { motion } from '$lib/motion.svelte'
import type { Told, View } from '$lib/protocol'
import { Positions } from './tableHistory'
import { movesOf } from './stats'

export const SPEEDS = [0.5, 1, 2, 4, 8] as const
export type Speed = (typeof SPEEDS)[number]

const REST = 1000 // milliseconds a move is shown at single speed
const ANIMATED: Speed = 2 // faster than this nothing moves by itself
const POLL = 60
const AHEAD = 3 // moves fetched before they are wanted
const APART = 70 // milliseconds between two questions to the server
const KEPT = 'replay-speed'

function wished(): Speed {
  const kept = Number(storage.get(KEPT))
  return SPEEDS.find((speed) => speed === kept) ?? 1
}

export interface Turn {
  from: number
  seat: number
}

/** The turn that begins with a move, or after it where the move was still the one before. */
function turnsIn({ events = [] }: Told, place: number): Turn[] {
  const at = events.findIndex((event) => event.type === 'TurnBegan')
  const began = events[at]
  if (began?.type !== 'TurnBegan') return []
  const isFirst = events.slice(0, at).every((event) => event.type === 'TurnEnded')
  return [{ from: isFirst ? place : place + 1, seat: began.seat }]
}

export class ReplayPlayer {
  /** The start of the game, and every move since. */
  readonly moves: Told[]
  /** Where each turn begins, as a place among the moves, and whose it is. */
  readonly turns: Turn[]
  /** The move shown, by its place. */
  at = $state(0)
  /** The position after it; the one before while it is on its way. */
  #view = $state.raw<View | null>(null)
  /** The same, as far as it has been shown. */
  readonly view: View | null = $derived(motion.known?.view ?? this.#view)
  waiting = $state(false)
  failed = $state.raw<unknown>(null)
  playing = $state(false)
  speed = $state<Speed>(wished())

  readonly #positions: Positions
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The move that is shown, or on its way, by its place. */
  #shown = $state(-1)
  #asked = 0
  #following: Promise<void> | null = null

  constructor(
    table: string,
    told: readonly Told[],
    readonly edition: Edition,
  ) {
    this.#positions = new Positions(table)
    this.moves = movesOf(told)
    this.turns = this.moves.flatMap((move, place) => turnsIn(move, place))
  }

  get last(): number {
    return this.moves.length - 1
  }

  /** The entry that is shown, and how many of its events, if not all. */
  get shown(): string {
    return `${(motion.known ?? this.moves[this.#shown])?.number ?? ''}.${motion.known?.events ?? ''}`
  }

  get move(): Told | undefined {
    return this.moves[this.at]
  }

  /** The turn a move belongs to, from 1; 0 before the first. */
  turnOf(place: number): number {
    return this.turns.findLastIndex((turn) => turn.from <= place) + 1
  }

  /** The last move that is not later than an entry of the log. */
  placeOf(number: number): number {
    return Math.max(0, this.moves.findLastIndex((move) => move.number <= number))
  }

  /** The position in which a move was made. */
  async before(place: number): Promise<View | null> {
    const move = this.moves[place - 1]
    return move ? this.#positions.at(move.number) : null
  }

  /** Show a move, as soon as its position is here. */
  seek(place: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.last, place))
    this.failed = null
    this.#following ??= this.#follow().finally(() => (this.#following = null))
    return this.#following
  }

  /** Fetch the position that is wanted, one at a time and not too often; those passed by meanwhile are left out. */
  async #follow(): Promise<void> {
    this.waiting = true
    while (this.#shown !== this.at && !this.failed) {
      const to = this.at
      const number = this.moves[to]?.number ?? 0
      try {
        if (!this.#positions.has(number)) await this.#rest()
        this.#show(to, await this.#positions.at(number))
      } catch (error) {
        if (to !== this.at) continue
        this.failed = error
        this.pause()
      }
    }
    this.waiting = false
  }

  /** Show a position. The next move is played on the board, any other simply is there. */
  #show(place: number, view: View): void {
    const before = this.#view
    const isNext = place === this.#shown + 1 && place === this.at && before !== null
    if (isNext) this.#positions.prepare(this.moves.slice(place + 1, place + 1 + AHEAD).map((move) => move.number))
    const { number = 0, events = [] } = this.moves[place] ?? {}
    this.#view = view
    if (isNext && this.speed <= ANIMATED) motion.play({ number, seat: null, events, before: { view: before, mine: [] }, after: { view, mine: [] } }, this.edition)
    else {
      motion.clear()
      motion.remember(this.moves.slice(0, place + 1), this.edition)
    }
    this.#shown = place
  }

  async #rest(): Promise<void> {
    const wait = this.#asked + APART - Date.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    this.#asked = Date.now()
  }

  /** A turn forward or back. */
  seekTurn(by: number): void {
    const next = by > 0 ? this.turns.find((turn) => turn.from > this.at) : this.turns.findLast((turn) => turn.from < this.at)
    void this.seek(next?.from ?? (by > 0 ? this.last : 0))
  }

  toggle(): void {
    if (this.playing) return this.pause()
    this.playing = true
    if (this.at >= this.last) void this.seek(0)
    this.#goOn()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  setSpeed(speed: Speed): void {
    this.speed = speed
    storage.set(KEPT, String(speed))
    if (speed > ANIMATED) motion.skip()
  }

  faster(by: number): void {
    const place = SPEEDS.indexOf(this.speed) + by
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))] ?? 1)
  }

  close(): void {
    this.pause()
    motion.clear()
  }

  /** After a while, and when the board has come to rest, the next move. */
  #goOn(): void {
    clearTimeout(this.#timer)
    const wait = (): void => {
      if (!this.playing) return
      if (this.waiting || motion.busy) {
        this.#timer = setTimeout(wait, POLL)
        return
      }
      if (this.at >= this.last) return this.pause()
      void this.seek(this.at + 1).then(() => this.#goOn())
    }
    this.#timer = setTimeout(wait, REST / this.speed)
  }
}
