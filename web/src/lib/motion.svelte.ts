/**
 * Plays the story of a table (`story.ts`), moment by moment, and says what is known meanwhile: the page shows that and
 * nothing newer. When everything was shown, with the pace off, in text and on a hidden page that is the truth at once.
 */
import type { Flow } from './cash'
import type { Edition } from './edition'
import { Past } from './feats'
import { tempo } from './pace.svelte'
import type { Told } from './protocol'
import { play as sound, type Sound } from './sound'
import { factorOf, type Moment, momentsOf, type Picture } from './story'
import type { TableStore } from './table.svelte'
import type { Entry, Known, Truth } from './truth'

type PictureOf<S extends Picture['shows']> = Extract<Picture, { shows: S }>

const SHORTEST = 45 // milliseconds of a hop: in fast motion several spaces are one
const HEARD = 70
const SOUNDS: Partial<Record<Picture['shows'], Sound>> = { dice: 'dice', card: 'card', hammer: 'gavel', sum: 'cash', building: 'step', contract: 'card' }

/** What is heard with a picture. */
function soundOf(picture: Picture): Sound | undefined {
  if (picture.shows === 'feat') return picture.feat
  return picture.shows === 'prize' ? `fanfare-${picture.boardTheme}` : SOUNDS[picture.shows]
}

/** Whose moment a picture is, if it is anybody's. */
function seatOf(picture: Picture): number | null {
  if ('seat' in picture) return picture.seat
  if ('seats' in picture) return picture.seats[0] ?? null
  return picture.shows === 'sum' ? (picture.from ?? picture.to) : null
}

class Motion {
  /** What is known while something is still to be shown; null when the truth is. */
  known = $state.raw<Known | null>(null)
  /** Where tokens are on their way, by seat. Whoever is not here stands where the view says. */
  places = $state<Record<number, number>>({})
  /** How long what moves now takes, in milliseconds; and how many hops there were, so that each one starts anew. */
  span = $state(0)
  hops = $state(0)
  /** The last throw, while it is worth looking at. */
  dice = $state.raw<PictureOf<'dice'> | null>(null)
  rolling = $state(false)
  /** The card just turned. It lies there until the next roll, or until it is put away. */
  card = $state.raw<PictureOf<'card'> | null>(null)
  /** The sum on its way, and the last that changed hands. */
  flow = $state.raw<Flow | null>(null)
  sum = $state.raw<Flow | null>(null)
  /** The deed just won under the hammer, or shown because it was mortgaged. */
  won = $state.raw<PictureOf<'hammer'> | null>(null)
  mortgaged = $state.raw<number | null>(null)
  /** The deed where something was just built. */
  built = $state<number | null>(null)
  /** The small moment that is being celebrated. */
  feat = $state.raw<PictureOf<'feat'> | null>(null)
  /** The prize window: the last moment of a game. */
  prize = $state.raw<PictureOf<'prize'> | null>(null)

  #queue: Moment[] = []
  #past = new Past()
  #mine: readonly number[] = []
  /** I have acted under this number: what came before is shown in fast motion. */
  #acted = 0
  #wake: (() => void) | null = null
  #run = 0
  /** What is looked at now. */
  #picture: Picture = { shows: 'words' }
  #waiting: (() => void)[] = []

  constructor() {
    tempo.onchange = () => {
      if (tempo.still) this.skip()
    }
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.skip()
    })
  }

  /** Whether something is still to be shown. */
  get busy(): boolean {
    return this.known !== null
  }

  /** Shows whatever a table tells, until the returned function is called. */
  follow(store: TableStore, edition: Edition): () => void {
    this.clear()
    this.remember(store.told, edition)
    const since = store.number
    const stop = store.listen((told: Told, before: Truth | null) => {
      this.#mine = store.seats
      const { number, entry, events = [], view, mine = [] } = told
      if (number <= since) return this.#past.note(events, edition)
      const seat = entry.type === 'Played' ? entry.seat : null
      if (seat !== null && this.#mine.includes(seat)) this.#hurry(number)
      // What was missed while the connection was lost comes without views: the log has it.
      if (before && (view || !events.length)) this.play({ number, seat, events, before, after: view ? { view, mine } : before }, edition)
      else this.skip()
    })
    return () => {
      stop()
      this.clear()
    }
  }

  /** What happened before anything is shown: nothing of it is the first, or the highest, again. */
  remember(told: readonly Told[], edition: Edition): void {
    this.#past = new Past()
    for (const { events = [] } of told) this.#past.note(events, edition)
  }

  /** Shows an entry, after whatever is still to be shown. */
  play(entry: Entry, edition: Edition): void {
    const moments = momentsOf(entry, edition, this.#past)
    this.#past.note(entry.events, edition)
    if (tempo.still || document.visibilityState === 'hidden') {
      this.skip()
      this.#settle(moments)
      return
    }
    this.#queue.push(...moments)
    if (!this.busy) void this.#play()
    else if (this.#turnsBehind() > 1 && !this.#isMine(this.#picture)) this.#wake?.() // what others do was looked at long enough
  }

  /** Ends whatever plays: everything is where it is. */
  skip(): void {
    this.#run++
    this.#settle(this.#queue.splice(0)) // in the order in which it happened: the next roll puts the card away
    this.#rest()
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

  /** Puts the card or the deed that lies in the middle away; whoever reads no more waits no more. */
  putAway(): void {
    this.card = null
    this.mortgaged = null
    this.#wake?.()
  }

  /** Until everything that has happened is shown. */
  async settled(): Promise<void> {
    await Promise.resolve() // what has just been heard is played by then
    if (this.busy) await new Promise<void>((done) => this.#waiting.push(done))
  }

  async #play(): Promise<void> {
    const run = ++this.#run
    for (let moment = this.#queue.shift(); moment; moment = this.#queue.shift()) {
      const { picture, time, rest, known } = moment
      this.#picture = picture
      this.#note(picture)
      const noise = soundOf(picture)
      if (noise) sound(noise)
      if (time) await this.#show(picture, time, known, run)
      if (run !== this.#run) return
      this.#still()
      this.known = known
      if (picture.shows === 'feat') this.feat = picture
      if (picture.shows === 'prize') this.prize = picture
      if (picture.shows === 'jail') sound('jail')
      if (rest) await this.#wait(rest * this.#factor(picture, known))
      if (run !== this.#run) return
    }
    this.#rest()
  }

  /** What moves until the outcome is known. */
  async #show(picture: Picture, time: number, known: Known, run: number): Promise<void> {
    const factor = this.#factor(picture, known)
    this.span = time * factor
    if (picture.shows === 'walk') return this.#walk(picture, time, known, run)
    if (picture.shows === 'dice') this.rolling = true
    if (picture.shows === 'sum') this.flow = { ...picture }
    if (picture.shows === 'building') this.built = picture.deed
    if (picture.shows === 'jail') this.#hop(picture.seat, picture.space)
    await this.#wait(this.span)
  }

  /** A token hops space by space; in fast motion several at once. */
  async #walk({ seat, path }: PictureOf<'walk'>, time: number, known: Known, run: number): Promise<void> {
    for (let at = 0; at < path.length; ) {
      const each = (time / path.length) * this.#factor({ shows: 'walk', seat, path }, known)
      const steps = Math.min(path.length - at, Math.max(1, Math.ceil(SHORTEST / Math.max(1, each))))
      at += steps
      this.span = each * steps
      this.#hop(seat, path[at - 1] ?? 0)
      if (this.span > HEARD || at % 2) sound('step')
      await this.#wait(this.span)
      if (run !== this.#run) return
    }
  }

  #hop(seat: number, space: number): void {
    this.hops++
    this.places[seat] = space
  }

  #factor(picture: Picture, known: Known): number {
    const waiting = this.#queue.filter((moment) => moment.known.number !== known.number)
    return factorOf(tempo.pace, {
      turns: this.#turnsBehind(known.number),
      entries: new Set(waiting.map((moment) => moment.known.number)).size,
      isHurried: known.number < this.#acted,
      isOthers: seatOf(picture) !== null && this.#mine.length > 0 && !this.#isMine(picture),
    })
  }

  /** How many turns have begun that are not shown yet, but for what is shown now. */
  #turnsBehind(number = this.known?.number): number {
    return this.#queue.filter(({ known }) => known.number !== number && known.latest?.type === 'TurnBegan').length
  }

  #isMine(picture: Picture): boolean {
    const seat = seatOf(picture)
    return seat !== null && this.#mine.includes(seat)
  }

  /** Waits for a while, or until it is woken; but whatever moves has been drawn once, however busy the page is. */
  #wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      let [isOver, isDrawn] = [false, false]
      const end = (): void => {
        if (!isOver || !isDrawn) return
        if (this.#wake === wake) this.#wake = null
        resolve()
      }
      const wake = (): void => {
        clearTimeout(timer)
        isOver = true
        end()
      }
      const timer = setTimeout(wake, milliseconds)
      requestAnimationFrame(() =>
        setTimeout(() => {
          isDrawn = true
          end()
        }),
      )
      this.#wake = wake
    })
  }

  /** I have acted: what I was looking at is enough, and the rest goes fast. */
  #hurry(number: number): void {
    this.#acted = number
    this.#wake?.()
  }

  /** What is seen of a moment and stays. */
  #note(picture: Picture): void {
    switch (picture.shows) {
      case 'dice':
        this.card = null
        this.mortgaged = null
        this.won = null
        this.sum = null
        this.dice = picture
        break
      case 'card':
        this.card = picture
        break
      case 'contract':
        this.mortgaged = picture.deed
        break
      case 'hammer':
        this.won = picture
        break
      case 'sum':
        this.sum = picture
        break
    }
  }

  /** Takes note of moments without playing them: one sound for all. */
  #settle(moments: readonly Moment[]): void {
    for (const { picture } of moments) this.#note(picture)
    const shown = moments.map(({ picture }) => picture.shows)
    const loudest = (['jail', 'hammer', 'card', 'dice'] as const).find((one) => shown.includes(one))
    if (loudest) sound(loudest === 'jail' ? 'jail' : (SOUNDS[loudest] ?? 'dice'))
  }

  /** Nothing moves. */
  #still(): void {
    this.places = {}
    this.rolling = false
    this.flow = null
    this.built = null
    this.feat = null
    this.prize = null
  }

  /** Everything was shown. */
  #rest(): void {
    this.#still()
    this.known = null
    for (const done of this.#waiting.splice(0)) done()
  }
}

export const motion = new Motion()
