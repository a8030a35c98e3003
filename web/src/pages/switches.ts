/** The switches of the rules as people turn them: which positions each has, what the book says, what differs from it. */
import type { File, Rules } from '$lib/editionFile'
import { percent, say } from '$lib/words.svelte'
import { isHouseRule } from '../table/rules'

export type Chapter = keyof Rules
/** "jail.fine": every switch there is, from the generated type. */
export type Path = { [C in Chapter]: `${C}.${keyof Rules[C] & string}` }[Chapter]
type At<P extends Path> = P extends `${infer C extends Chapter}.${infer K}` ? (K extends keyof Rules[C] ? Rules[C][K] : never) : never
export type Value = string | number | boolean
export type Options = Record<string, Value>

/** The positions of the switches that are words, in the order in which they are shown. Tests hold them against the schema. */
export const POSITIONS: { readonly [P in Path as At<P> extends string ? P : never]: readonly At<P>[] } = {
  'turn.order': ['left', 'opening', 'random'],
  'turn.again': ['must', 'may'],
  'purchase.refused': ['auction', 'same_price', 'stays'],
  'purchase.opening_bid': ['anyone', 'another'],
  'rent.collect': ['claim', 'automatic'],
  'rent.doubling': ['bare', 'always', 'never'],
  'rent.doubling_with_mortgage': ['kept', 'lost'],
  'cards.draw': ['top', 'random'],
  'jail.leave_by': ['double', 'waiting'],
  'jail.afterwards': ['pay', 'free'],
  'building.even': ['full', 'first', 'none'],
  'building.even_selling': ['full', 'first', 'none'],
  'building.shortage': ['auction', 'first_come'],
  'mortgage.bare': ['lot', 'own', 'group'],
  'deals.bare': ['lot', 'own', 'group'],
  'debts.settle': ['never', 'rent', 'any'],
  'bankruptcy.to': ['bank', 'creditor'],
  'bankruptcy.estate': ['auction', 'unowned', 'on_request'],
}

type Unit = 'money' | 'percent' | 'count'
interface Range {
  low: number
  high: number
  step: number
  unit: Unit
}

/** What people may sensibly choose; the server has the last word. */
const RANGES: Partial<Record<Path, Range>> = {
  'setup.dealt': { low: 0, high: 7, step: 1, unit: 'count' },
  'turn.doubles_to_jail': { low: 1, high: 7, step: 1, unit: 'count' },
  'jail.turns': { low: 1, high: 9, step: 1, unit: 'count' },
  'building.houses_per_lot': { low: 1, high: 5, step: 1, unit: 'count' },
  'building.hotel_rest': { low: 0, high: 5, step: 1, unit: 'count' },
  'building.resale_percent': { low: 0, high: 100, step: 10, unit: 'percent' },
  'mortgage.lift_percent': { low: 0, high: 100, step: 5, unit: 'percent' },
  'mortgage.later_percent': { low: 0, high: 100, step: 5, unit: 'percent' },
  'mortgage.transfer_percent': { low: 0, high: 100, step: 5, unit: 'percent' },
  'deals.refusals': { low: 0, high: 20, step: 1, unit: 'count' },
  'ending.players_left': { low: 1, high: 2, step: 1, unit: 'count' },
  'ending.bankruptcies': { low: 0, high: 7, step: 1, unit: 'count' },
  'ending.minutes': { low: 0, high: 600, step: 15, unit: 'count' },
  'ending.turns': { low: 0, high: 2000, step: 50, unit: 'count' },
}
const MONEY: readonly Path[] = ['setup.cash', 'start.salary', 'parking.pays', 'jail.fine']
/** Whether a switch is a sum of the edition's money. */
export const isMoney = (path: Path): boolean => MONEY.includes(path)
/** Where nought means that there is no such thing. */
const NONE_AT_0: readonly Path[] = ['setup.dealt', 'deals.refusals', 'ending.bankruptcies', 'ending.minutes', 'ending.turns', 'parking.pays']

/** The range of a number on this board. */
export function rangeOf(path: Path, file: File): Range {
  const note = file.money.note
  const salary = file.rules.start.salary
  if (path === 'setup.cash') return { low: note, high: 100 * salary, step: Math.max(note, Math.round(salary / 2)), unit: 'money' }
  if (isMoney(path)) return { low: 0, high: 50 * salary, step: Math.max(note, Math.round(salary / 20 / note) * note), unit: 'money' }
  const range = RANGES[path] ?? { low: 0, high: 100, step: 1, unit: 'count' }
  if (path !== 'building.houses_per_lot' && path !== 'building.hotel_rest') return range
  const lots = new Set(file.groups.filter((group) => group.kind === 'lots').map((group) => group.id))
  const rents = file.spaces.flatMap((space) => (space.kind === 'deed' && lots.has(space.group) ? [space.rents.length - 2] : []))
  return { ...range, high: Math.min(range.high, ...rents) }
}

/** All switches in the order of the book. */
export function pathsOf(rules: Rules): [Chapter, Path[]][] {
  return (Object.keys(rules) as Chapter[]).map((chapter) => [chapter, Object.keys(rules[chapter]).map((key) => `${chapter}.${key}` as Path)])
}

/** What the book says of a switch, for so many seats, in this way to play. */
export function bookValue(file: File, variant: string | null, path: Path, seats: number): Value {
  const found = rawValue(file, variant, path)
  if (Array.isArray(found)) return found[Math.max(0, Math.min(found.length - 1, seats - file.players.min))] as Value
  return found as Value
}

/** The same as written: sums may be a list by number of players. */
export function rawValue(file: File, variant: string | null, path: Path): unknown {
  const [chapter, key] = path.split('.') as [Chapter, string]
  const changed = (variant ? file.variants?.[variant]?.rules?.[chapter] : undefined) as Record<string, unknown> | undefined
  return changed?.[key] ?? (file.rules[chapter] as unknown as Record<string, unknown>)[key]
}

/** Only what is not as the book has it. */
export function differences(file: File, variant: string | null, options: Options, seats: number): [Path, Value][] {
  return (Object.entries(options) as [Path, Value][]).filter(([path, value]) => value !== bookValue(file, variant, path, seats) && isHouseRule(file, variant, path))
}

/** House rules that many families play by, where this book has them otherwise and lets them be changed. */
export function familyRules(file: File, seats: number): Options {
  const wanted: Partial<Record<Path, Value>> = {
    'rent.collect': 'automatic',
    'purchase.refused': 'stays',
    'parking.pays': file.rules.start.salary,
    'mortgage.lift_percent': 0,
  }
  const open = Object.entries(wanted).filter(([path]) => !file.fixed?.includes(path))
  return Object.fromEntries(differences(file, null, Object.fromEntries(open), seats))
}

/** Whether two sets of house rules come to the same. */
export function isAlike(one: Options, other: Options): boolean {
  const paths = Object.keys(one)
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path])
}

/** The position of a switch in words: "yes", "S/. 50", "by rolling a double". */
export function valueText(path: Path, value: Value, money: (amount: number) => string): string {
  if (typeof value === 'boolean') return say(value ? 'ui.yes' : 'ui.no')
  if (typeof value === 'string') return say(`switch.${path}.is.${value}`)
  if (value === 0 && NONE_AT_0.includes(path)) return say('ui.no')
  if (isMoney(path)) return money(value)
  return RANGES[path]?.unit === 'percent' ? percent(Number(value)) : String(value)
}
