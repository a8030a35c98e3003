// Written by `npm run types` from docs/schema. Do not edit.

export interface Everything {
  File?: File
}
/**
 * An edition as written down.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "File".
 */
export interface File {
  id: string
  name: string
  version: number
  language: string
  prefix: string
  players: Players
  tokens: string[]
  bank: string
  bank_en: string
  money: Money
  stock: Stock
  rules: Rules
  groups: Group[]
  spaces: (StartSpace | DeedSpace | TaxSpace | CardSpace | JailSpace | FreeSpace | GoToJailSpace)[]
  decks: {
    [k: string]: Deck
  }
  clauses: {
    [k: string]: string
  }
  texts: Texts
  variants?: {
    [k: string]: Variant
  }
  skin?: string
  skins?: {
    [k: string]: Skin
  }
  theme?: 'castis' | 'clasico' | 'europolis' | 'expopolis' | 'lima' | 'monopoli-server' | 'plain'
  fixed?: string[]
  book?: Sentence[]
  extends?: string
  without?: string[]
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Players".
 */
export interface Players {
  min: number
  max: number
}
/**
 * How money looks, and which notes there are.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Money".
 */
export interface Money {
  prefix: string
  suffix: string
  thousands: string
  note: number
  notes?: number[]
  packs?: {
    [k: string]: number
  }[]
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Stock".
 */
export interface Stock {
  houses: number
  hotels: number
  house?: 'house' | 'villa'
  prices_on_board?: boolean
}
/**
 * All switches, by chapter.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rules".
 */
export interface Rules {
  setup: Setup
  turn: Turn
  start: Start
  parking: Parking
  purchase: Purchase
  rent: Rent
  cards: Cards
  jail: Jail
  building: Building
  mortgage: Mortgage
  deals: Deals
  debts: Debts
  bankruptcy: Bankruptcy
  ending: Ending
  table: Table
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Setup".
 */
export interface Setup {
  cash: number | number[]
  dealt: number | number[]
  dealt_paid: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Turn".
 */
export interface Turn {
  order: 'left' | 'opening' | 'random'
  again: 'may' | 'must'
  doubles_to_jail: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  salary: number
  on_landing: boolean
  by_card: boolean
  backwards: boolean
  to_jail: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Parking".
 */
export interface Parking {
  pays: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Purchase".
 */
export interface Purchase {
  refused: 'auction' | 'same_price' | 'stays'
  opening_bid: 'another' | 'anyone'
  refuser_bids: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rent".
 */
export interface Rent {
  collect: 'automatic' | 'claim'
  lapses: boolean
  doubling: 'always' | 'bare' | 'never'
  doubling_with_mortgage: 'kept' | 'lost'
  mortgaged_count: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Cards".
 */
export interface Cards {
  draw: 'random' | 'top'
  kept: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Jail".
 */
export interface Jail {
  fine: number
  pay_before_rolling: boolean
  leave_by: 'double' | 'waiting'
  turns: number
  afterwards: 'free' | 'pay'
  card_replaces_fine: boolean
  collects_rent: boolean
  manages: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Building".
 */
export interface Building {
  whole_group: boolean
  even: 'first' | 'full' | 'none'
  even_selling: 'first' | 'full' | 'none'
  houses_per_lot: number
  hotel_rest: number
  mortgage_bars: boolean
  shortage: 'auction' | 'first_come'
  resale_percent: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Mortgage".
 */
export interface Mortgage {
  bare: 'group' | 'lot' | 'own'
  lift_percent: number
  later_percent: number
  transfer_percent: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Deals".
 */
export interface Deals {
  allowed: boolean
  bare: 'group' | 'lot' | 'own'
  gifts: boolean
  refusals: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Debts".
 */
export interface Debts {
  settle: 'any' | 'never' | 'rent'
  auction: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Bankruptcy".
 */
export interface Bankruptcy {
  to: 'bank' | 'creditor'
  mortgaged_to_bank: boolean
  estate: 'auction' | 'on_request' | 'unowned'
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ending".
 */
export interface Ending {
  players_left: number
  bankruptcies: number
  all_deeds: boolean
  minutes: number
  turns: number
  prize: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Table".
 */
export interface Table {
  private_cash: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Group".
 */
export interface Group {
  id: string
  name: string
  name_en: string
  kind: 'lots' | 'transport' | 'utility'
  colour: string
  times_dice?: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StartSpace".
 */
export interface StartSpace {
  kind: 'start'
  name: string
  name_en?: string
}
/**
 * A lot, transport or utility. Rents: lots bare, with each house, with a hotel; others by the number owned.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeedSpace".
 */
export interface DeedSpace {
  kind: 'deed'
  name: string
  name_en?: string
  group: string
  price: number
  mortgage: number
  rents: number[]
  house_cost?: number
  hotel_cost?: number
  back?: string
  back_en?: string
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TaxSpace".
 */
export interface TaxSpace {
  kind: 'tax'
  name: string
  name_en?: string
  amount: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardSpace".
 */
export interface CardSpace {
  kind: 'card'
  name: string
  name_en?: string
  deck: string
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "JailSpace".
 */
export interface JailSpace {
  kind: 'jail'
  name: string
  name_en?: string
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "FreeSpace".
 */
export interface FreeSpace {
  kind: 'free'
  name: string
  name_en?: string
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GoToJailSpace".
 */
export interface GoToJailSpace {
  kind: 'go_to_jail'
  name: string
  name_en?: string
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Deck".
 */
export interface Deck {
  name: string
  name_en: string
  cards: (
    | Collect
    | Pay
    | CollectEach
    | PayEach
    | MoveTo
    | MoveToUnpaid
    | MoveBackTo
    | MoveBack
    | GoToJail
    | Keep
    | Repairs
    | NearestTransport
    | NearestUtility
    | PayOrDraw
  )[]
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Collect".
 */
export interface Collect {
  effect: 'collect'
  id: string
  text: string
  text_en: string
  amount: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pay".
 */
export interface Pay {
  effect: 'pay'
  id: string
  text: string
  text_en: string
  amount: number
  tax?: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CollectEach".
 */
export interface CollectEach {
  effect: 'collect_each'
  id: string
  text: string
  text_en: string
  amount: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PayEach".
 */
export interface PayEach {
  effect: 'pay_each'
  id: string
  text: string
  text_en: string
  amount: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoveTo".
 */
export interface MoveTo {
  effect: 'move_to'
  id: string
  text: string
  text_en: string
  space: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoveToUnpaid".
 */
export interface MoveToUnpaid {
  effect: 'move_to_unpaid'
  id: string
  text: string
  text_en: string
  space: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoveBackTo".
 */
export interface MoveBackTo {
  effect: 'move_back_to'
  id: string
  text: string
  text_en: string
  space: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoveBack".
 */
export interface MoveBack {
  effect: 'move_back'
  id: string
  text: string
  text_en: string
  steps: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GoToJail".
 */
export interface GoToJail {
  effect: 'go_to_jail'
  id: string
  text: string
  text_en: string
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Keep".
 */
export interface Keep {
  effect: 'keep'
  id: string
  text: string
  text_en: string
  frees?: boolean
  cancels?: boolean
  sold?: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Repairs".
 */
export interface Repairs {
  effect: 'repairs'
  id: string
  text: string
  text_en: string
  per_house: number
  per_hotel: number
  tax?: boolean
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NearestTransport".
 */
export interface NearestTransport {
  effect: 'nearest_transport'
  id: string
  text: string
  text_en: string
  times: number
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NearestUtility".
 */
export interface NearestUtility {
  effect: 'nearest_utility'
  id: string
  text: string
  text_en: string
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PayOrDraw".
 */
export interface PayOrDraw {
  effect: 'pay_or_draw'
  id: string
  text: string
  text_en: string
  amount: number
  deck: string
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Texts".
 */
export interface Texts {
  summary: string
  summary_en: string
  special: string
  special_en: string
}
/**
 * Another way to play described in the same book: only what differs.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Variant".
 */
export interface Variant {
  name: string
  name_en: string
  description: string
  description_en: string
  rules?: {
    [k: string]: {
      [k: string]: unknown
    }
  }
  clauses?: {
    [k: string]: string
  }
}
/**
 * Other names for the same board; other decks if it has any.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Skin".
 */
export interface Skin {
  name: string
  name_en: string
  spaces?: {
    [k: string]: Named
  }
  decks?: {
    [k: string]: Deck
  }
  theme?: ('castis' | 'clasico' | 'europolis' | 'expopolis' | 'lima' | 'monopoli-server' | 'plain') | null
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Named".
 */
export interface Named {
  name: string
  name_en?: string
}
/**
 * One clause of a rulebook that comes with its edition.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Sentence".
 */
export interface Sentence {
  id: string
  chapter: string
  text: string
  heading?: string
}
