/**
 * The one story of a table, as moments in order: dice → walk → what it means → question. Each says what is to be seen,
 * how long that takes, and what the page may know with it; `motion.svelte.ts` plays them. Nothing is left out: whoever
 * is behind sees everything in fast motion.
 */
import { flowOf } from './cash'
import type { Edition } from './edition'
import { type Feat, featOf, Past } from './feats'
import type { Event } from './protocol'
import type { BoardTheme } from './boardThemes'
import { beginning, ending, type Entry, type Known, withNext } from './truth'

export type Pace = 'instant' | 'fast' | 'normal'

export type Picture =
  | { shows: 'dice'; seat: number; dice: readonly number[] }
  | { shows: 'walk'; seat: number; path: readonly number[] }
  | { shows: 'jail'; seat: number; space: number }
  | { shows: 'card'; seat: number; deck: number; card: number }
  | { shows: 'hammer'; seat: number; deed: number | null; amount: number }
  | { shows: 'sum'; from: number | null; to: number | null; amount: number }
  | { shows: 'building' | 'contract'; seat: number; deed: number }
  | { shows: 'bid'; seat: number }
  | ({ shows: 'feat' } & Feat)
  | { shows: 'prize'; seats: readonly number[]; boardTheme: BoardTheme }
  | { shows: 'words' }

export interface Moment {
  picture: Picture
  /** Milliseconds at the normal pace until its outcome is known, and from then on until the next moment. */
  time: number
  rest: number
  /** What is known with its outcome. */
  known: Known
}

/** How far what is shown lags behind what has happened, and whose moment it is. */
export interface Lag {
  /** Turns that have begun and are not shown yet, and entries. */
  turns: number
  entries: number
  /** I have acted since. */
  isHurried: boolean
  /** It is another's, and I play too. */
  isOthers: boolean
}

const DICE = 620
const LIE = 180
const HOP = 180
const LONGEST = 1500 // a whole walk
const DIRECT = 420
const KNOCK = 210
const TURN = 350
const READ = 1500 // and something more for every letter
const LETTER = 14
const LETTERS = 60
const GAVEL = 700
const BUILD = 200
const COIN = 560
const CLINK = 60
const BID = 250
const FEAT = 1100
const PRIZE = 5200
const PACES: Record<Pace, number> = { instant: 0, fast: 0.4, normal: 1 }
const OTHERS = 0.75
const BRISK = 0.5
const FAST = 0.3
const BLINK = 0.08
const SOME = 2 // entries waiting
const MANY = 4

/**
 * The moments of an entry, in order. The first has no picture: whoever acted has been answered. `past` is the game before
 * it: it says whether a hotel is the first, and a rent the highest.
 */
export function momentsOf(entry: Entry, edition: Edition, past = new Past()): Moment[] {
  if (!entry.events.length) return [{ picture: { shows: 'words' }, time: 0, rest: 0, known: ending(entry) }]
  const jail = edition.file.spaces.findIndex((space) => space.kind === 'jail')
  let known = beginning(entry)
  const moments: Moment[] = [{ picture: { shows: 'words' }, time: 0, rest: 0, known }]
  for (const [place, event] of entry.events.entries()) {
    const before = known
    known = withNext(entry, known, jail)
    const pictures = picturesOf(event, edition, jail, entry, place)
    pictures.forEach((picture, index) => {
      moments.push({ picture, ...timesOf(picture, edition), known: index === pictures.length - 1 ? known : before })
    })
    const feat = featOf(entry.events, place, before.view, edition, past)
    if (feat) moments.push({ picture: { shows: 'feat', ...feat }, time: 0, rest: FEAT, known })
  }
  return moments
}

/** By how much a moment is shortened: by the pace, for others, and the more the further the table is ahead. */
export function factorOf(pace: Pace, { turns, entries, isHurried, isOthers }: Lag): number {
  const haste = turns > 1 ? BLINK : isHurried || turns > 0 || entries >= MANY ? FAST : entries >= SOME ? BRISK : 1
  return PACES[pace] * (isOthers ? Math.min(OTHERS, haste) : haste)
}

function picturesOf(event: Event, edition: Edition, jail: number, entry: Entry, place: number): Picture[] {
  const flow = flowOf(event)
  const sums: Picture[] = flow && flow.amount > 0 ? [{ shows: 'sum', ...flow }] : []
  switch (event.type) {
    case 'OpeningRolled':
    case 'Rolled':
      return [{ shows: 'dice', seat: event.seat, dice: event.dice }]
    case 'DieRolled':
      return [{ shows: 'dice', seat: event.seat, dice: [event.die] }]
    case 'Moved':
      return [{ shows: 'walk', seat: event.seat, path: pathOf(event.origin, event.space, edition.file.spaces.length, sendsBack(entry, place, edition)) }]
    case 'Jailed':
      return [{ shows: 'jail', seat: event.seat, space: jail }]
    case 'CardDrawn':
      return [{ shows: 'card', seat: event.seat, deck: event.deck, card: event.card }]
    case 'AuctionWon':
      return [{ shows: 'hammer', seat: event.seat, deed: event.deed, amount: event.amount }, ...sums]
    case 'Built':
    case 'BuildingPlaced':
      return [{ shows: 'building', seat: event.seat, deed: event.deed }, ...sums]
    case 'DeedMortgaged':
      return [{ shows: 'contract', seat: event.seat, deed: event.deed }, ...sums]
    case 'BidMade':
      return [{ shows: 'bid', seat: event.seat }]
    case 'GameWon': {
      // Several winners share one prize, after the last of them.
      const isLast = !entry.events.slice(place + 1).some((next) => next.type === 'GameWon')
      return [isLast ? { shows: 'prize', seats: entry.after.view.winners, boardTheme: edition.boardTheme } : { shows: 'words' }]
    }
    default:
      return sums.length ? sums : [{ shows: 'words' }]
  }
}

function timesOf(picture: Picture, edition: Edition): { time: number; rest: number } {
  switch (picture.shows) {
    case 'dice':
      return { time: DICE, rest: LIE }
    case 'walk':
      return { time: Math.min(LONGEST, HOP * picture.path.length), rest: 0 }
    case 'jail':
      return { time: DIRECT, rest: KNOCK }
    case 'card':
      return { time: TURN, rest: READ + LETTER * (edition.card(picture.deck, picture.card)?.text.length ?? LETTERS) }
    case 'hammer':
      return { time: GAVEL, rest: 0 }
    case 'sum':
      return { time: COIN, rest: CLINK }
    case 'building':
      return { time: BUILD, rest: 0 }
    case 'bid':
      return { time: 0, rest: BID }
    case 'prize':
      return { time: 0, rest: PRIZE }
    default:
      return { time: 0, rest: 0 }
  }
}

/** The spaces of a walk, forward or back. */
function pathOf(origin: number, space: number, count: number, isBack: boolean): number[] {
  const forward = (space - origin + count) % count
  const steps = isBack ? (count - forward) % count : forward
  return Array.from({ length: steps }, (_, step) => (origin + (isBack ? -1 : 1) * (step + 1) + count) % count)
}

/** Whether a move follows from a card that sends back: drawn in this entry, or read before it. */
function sendsBack({ events, before }: Entry, place: number, edition: Edition): boolean {
  const drawn = events.slice(0, place).findLast((event) => event.type === 'CardDrawn' || event.type === 'Rolled')
  const { question } = before.view
  const read = drawn ?? (question?.type === 'card' ? { type: 'CardDrawn' as const, deck: question.deck ?? 0, card: question.card ?? 0 } : null)
  const effect = read?.type === 'CardDrawn' ? edition.card(read.deck, read.card)?.effect : undefined
  return effect === 'move_back' || effect === 'move_back_to'
}
