/**
 * What happened, played on the board in order: dice, hops, cards, sums, the hammer.
 * The view is always the truth and never waits: while something plays, the board shows a token on its way there and
 * nothing else differs. Everything can be skipped; at `off` and with reduced motion things simply are where they are.
 */
import { storage } from './storage'
import type { Edition } from './edition'
import type { Event, Told, View } from './protocol'
import { play as sound, type Sound } from './sound'
import type { TableStore } from './table.svelte'

export type Pace = 'off' | 'fast' | 'normal'

/** A sum that changed hands; null is the Bank. */
export interface Flow {
  id: number
  from: number | null
  to: number | null
  amount: number
}

export interface Turned {
  seat: number
  deck: number
  card: number
}

export interface Throw {
  seat: number
  dice: readonly number[]
}

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

const KEPT = 'pace'
const PACES: Record<Pace, number> = { off: 0, fast: 0.4, normal: 1 }
const DICE = 620
const HOP = 180
const LONGEST = 1500 // a whole walk
const DIRECT = 520
const TURN = 350
const READ = 1500 // and something more for every letter
const FLOW = 750
const LATE = 2 // entries waiting: hurry
const HOPELESS = 7 // entries waiting: show the truth

class Motion {
  pace = $state<Pace>(kept())
  reduced = $state(matchMedia('(prefers-reduced-motion: reduce)').matches)
  /** Where tokens are shown while they travel, by seat. Whoever is not here stands where the view says. */
  places = $state<Record<number, number>>({})
  /** How long the hop under way takes, in milliseconds, and how many there were: so that each one starts anew. */
  hop = $state(HOP)
  hops = $state(0)
  /** The last throw, while it is worth looking at. */
  dice = $state.raw<Throw | null>(null)
  rolling = $state(false)
  /** The card just turned. It lies there until the next roll, or until it is put away. */
  card = $state.raw<Turned | null>(null)
  /** Sums on their way, and the last that changed hands. */
  flows = $state.raw<Flow[]>([])
  sum = $state.raw<Flow | null>(null)
  /** The deed just won under the hammer, or shown because it was mortgaged. */
  won = $state.raw<{ deed: number | null; seat: number; amount: number } | null>(null)
  mortgaged = $state.raw<number | null>(null)
  /** The deed where something was just built. */
  built = $state<number | null>(null)
  busy = $state(false)

  #queue: Event[][] = []
  /** What is left to show of what plays now. */
  #rest: Event[] = []
  #edition: Edition | null = null
  #mine: readonly number[] = []
  #wake: (() => void) | null = null
  #skipping = false
  #flows = 0
  #back = false

  constructor() {
    const query = matchMedia('(prefers-reduced-motion: reduce)')
    query.addEventListener('change', () => (this.reduced = query.matches))
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.skip()
    })
  }

  /** Whether anything moves at all. */
  get still(): boolean {
    return this.pace === 'off' || this.reduced
  }

  setPace(pace: Pace): void {
    this.pace = pace
    storage.set(KEPT, pace)
    if (pace === 'off') this.skip()
  }

  /** Plays whatever a table tells, until the returned function is called. */
  follow(store: TableStore, edition: Edition): () => void {
    this.clear()
    this.#edition = edition
    const since = store.number
    let before = store.view
    const stop = store.listen((told: Told) => {
      this.#mine = store.seats
      const stood = before
      before = store.view
      if (told.number <= since || !told.events?.length) return
      // Whoever acts has seen enough of what came before.
      if (told.entry.type === 'Played' && this.#mine.includes(told.entry.seat)) this.skip()
      this.play(told.events, edition, stood)
    })
    return () => {
      stop()
      this.clear()
    }
  }

  /** Plays what happened, after whatever is still playing. `before` is the view as it was. */
  play(events: readonly Event[], edition: Edition, before: View | null = null): void {
    this.#edition = edition
    if (this.still || document.visibilityState === 'hidden' || this.#queue.length >= HOPELESS) {
      this.skip()
      this.#settle(events)
      return
    }
    for (const event of events) {
      if (event.type === 'Moved' && this.places[event.seat] === undefined) this.places[event.seat] = event.origin
      // By a third double one goes to jail from where one stood, without a move.
      const stood = event.type === 'Jailed' ? before?.seats[event.seat]?.space : undefined
      if (event.type === 'Jailed' && stood !== undefined) this.places[event.seat] ??= stood
    }
    this.#queue.push([...events])
    if (!this.busy) void this.#run()
  }

  /** Ends whatever plays: everything is where it is. */
  skip(): void {
    this.#skipping = this.busy
    // In the order in which it happened: or a card would lie there after the roll that puts it away.
    for (const events of [this.#rest.splice(0), ...this.#queue.splice(0)]) this.#settle(events)
    this.places = {}
    this.rolling = false
    this.flows = []
    this.built = null
    this.#wake?.()
  }

  /** Forgets everything, for another table. */
  clear(): void {
    this.skip()
    this.dice = null
    this.putAway()
    this.sum = null
    this.won = null
  }

  /** Puts the card or the deed that lies in the middle away. */
  putAway(): void {
    this.card = null
    this.mortgaged = null
    this.#wake?.()
  }

  async #run(): Promise<void> {
    this.busy = true
    while (this.#queue.length) {
      this.#rest = this.#queue.shift() ?? []
      for (let event = this.#rest.shift(); event; event = this.#rest.shift()) await this.#show(event)
      this.#skipping = false
    }
    this.places = {}
    this.built = null
    this.busy = false
  }

  /** How fast now: by the chosen pace, faster for others than for me, and faster still when the table is ahead. */
  #factor(seat?: number): number {
    const others = seat !== undefined && this.#mine.length > 0 && !this.#mine.includes(seat) ? 0.75 : 1
    return PACES[this.pace] * others * (this.#queue.length >= LATE ? 0.3 : 1)
  }

  #wait(milliseconds: number): Promise<void> {
    if (this.#skipping || milliseconds <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#wake = null
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#wake = done
    })
  }

  /** Takes note of events without playing them. */
  #settle(events: readonly Event[]): void {
    let heard: Sound | null = null
    for (const event of events) {
      switch (event.type) {
        case 'OpeningRolled':
        case 'Rolled':
          this.#beginThrow(event)
          heard ??= 'dice'
          break
        case 'CardDrawn':
          this.card = { seat: event.seat, deck: event.deck, card: event.card }
          heard = 'card'
          break
        case 'DeedMortgaged':
          this.mortgaged = event.deed
          break
        case 'Jailed':
          heard = 'jail'
          break
        case 'AuctionWon':
          this.won = { deed: event.deed, seat: event.seat, amount: event.amount }
          heard = 'gavel'
          break
        default: {
          const flow = flowOf(event)
          if (flow) this.sum = { id: ++this.#flows, ...flow }
        }
      }
    }
    if (heard && events.length > 1) sound(heard)
  }

  #beginThrow(event: EventOf<'Rolled'> | EventOf<'OpeningRolled'>): void {
    this.putAway()
    this.won = null
    this.sum = null
    this.dice = { seat: event.seat, dice: event.dice }
    this.#back = false
  }

  async #show(event: Event): Promise<void> {
    switch (event.type) {
      case 'OpeningRolled':
      case 'Rolled':
        this.#beginThrow(event)
        this.rolling = true
        sound('dice')
        await this.#wait(DICE * this.#factor(event.seat))
        this.rolling = false
        return this.#wait(180 * this.#factor(event.seat))
      case 'DieRolled':
        this.dice = { seat: event.seat, dice: [event.die] }
        this.rolling = true
        sound('dice')
        await this.#wait(DICE * this.#factor(event.seat))
        this.rolling = false
        return
      case 'Moved':
        return this.#walk(event)
      case 'Jailed':
        return this.#imprison(event.seat)
      case 'CardDrawn':
        return this.#turn(event)
      case 'AuctionWon':
        this.won = { deed: event.deed, seat: event.seat, amount: event.amount }
        sound('gavel')
        await this.#wait(700 * this.#factor())
        return this.#pour(event)
      case 'Built':
      case 'BuildingPlaced':
        this.built = event.deed
        sound('step')
        await this.#wait(200 * this.#factor(event.seat))
        return this.#pour(event)
      case 'DeedMortgaged':
        this.mortgaged = event.deed
        sound('card')
        return this.#pour(event)
      case 'GameWon':
        return sound('chime')
      default:
        return this.#pour(event)
    }
  }

  /** A token hops space by space; long walks go faster, and a card that sends back is walked backwards. */
  async #walk(event: EventOf<'Moved'>): Promise<void> {
    const count = this.#edition?.file.spaces.length ?? 1
    const forward = (event.space - event.origin + count) % count
    const steps = this.#back ? count - forward : forward
    const way = this.#back ? -1 : 1
    for (let step = 1; step <= steps; step++) {
      if (this.#skipping) return
      this.hop = Math.max(45, Math.min(HOP, LONGEST / steps) * this.#factor(event.seat))
      this.hops++
      this.places[event.seat] = (event.origin + way * step + count * step) % count
      if (this.hop > 70 || step % 2 === 0) sound('step')
      await this.#wait(this.hop)
    }
    this.#back = false
  }

  async #imprison(seat: number): Promise<void> {
    const jail = this.#edition?.file.spaces.findIndex((space) => space.kind === 'jail') ?? -1
    this.hop = DIRECT * this.#factor(seat)
    this.hops++
    if (jail >= 0) this.places[seat] = jail
    await this.#wait(this.hop * 0.8)
    sound('jail')
    await this.#wait(this.hop * 0.4)
  }

  /** A card turns and lies there to be read. */
  async #turn(event: EventOf<'CardDrawn'>): Promise<void> {
    const deck = Object.values(this.#edition?.file.decks ?? {})[event.deck]
    const card = deck?.cards[event.card]
    this.#back = card?.effect === 'move_back' || card?.effect === 'move_back_to'
    this.card = { seat: event.seat, deck: event.deck, card: event.card }
    sound('card')
    await this.#wait((TURN + READ + 14 * (card?.text.length ?? 60)) * this.#factor(event.seat))
  }

  /** A sum travels from purse to purse. */
  async #pour(event: Event): Promise<void> {
    const flow = flowOf(event)
    if (!flow || flow.amount <= 0 || this.#skipping) return
    const shown = { id: ++this.#flows, ...flow }
    this.sum = shown
    this.flows = [...this.flows.slice(-5), shown]
    sound('cash')
    const factor = this.#factor(flow.from ?? flow.to ?? undefined)
    await this.#wait(FLOW * factor * 0.6)
    setTimeout(() => (this.flows = this.flows.filter((one) => one.id !== shown.id)), FLOW * factor + 300)
  }
}

function kept(): Pace {
  const found = storage.get(KEPT)
  return found === 'off' || found === 'fast' ? found : 'normal'
}

/** The money an event moves: from whom, to whom. Buildings and deeds are paid to the Bank, and the Bank pays for them. */
export function flowOf(event: Event): Omit<Flow, 'id'> | null {
  switch (event.type) {
    case 'Collected':
    case 'BuildingsSold':
    case 'DeedMortgaged':
    case 'CreditorPaid':
      return { from: null, to: event.seat, amount: event.amount }
    case 'PaidBank':
    case 'DeedBought':
    case 'Built':
    case 'MortgageLifted':
      return { from: event.seat, to: null, amount: event.amount }
    case 'PaidPlayer':
    case 'AuctionWon':
    case 'CashSurrendered':
      return { from: event.seat, to: event.other, amount: event.amount }
    case 'CashMoved':
      return event.amount < 0 ? { from: event.seat, to: null, amount: -event.amount } : { from: null, to: event.seat, amount: event.amount }
    default:
      return null
  }
}

export const motion = new Motion()
