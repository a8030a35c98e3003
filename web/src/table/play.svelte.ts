/**
 * The page of a running table: what of it is shown, which seat sits at this screen, what it may do, what was refused.
 * Nothing here decides what is legal: options come from the server, and so does every answer.
 */
import { called } from '$lib/called'
import { getContext, setContext, untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { Edition } from '$lib/edition'
import type { Rules } from '$lib/editionFile'
import { motion } from '$lib/motion.svelte'
import type { Action, Config, DeedView, Event, Mine, Option, Question, DueRent, SeatState, SeatView, Told, View } from '$lib/protocol'
import { TableError, type TableStore } from '$lib/table.svelte'
import { asksTheSame, type Known, toldUntil } from '$lib/truth'
import { say } from '$lib/words.svelte'
import { BuildingDraft } from './draft.svelte'
import { type KeptCard, keptCards, rulesInForce } from './rules'
import { Wording } from './wording'

const FLASH = 2600
const NOTE = 6000
const LATE = 5000 // an entry older than this is from before we came

/** A sum that has just come or gone. */
export interface Flash {
  id: number
  amount: number
}

/** Something that would raise money, and how much. */
export interface Pick {
  action: Action
  amount: number
}

export type Panel = 'actions' | 'people' | 'deals' | 'log'

export class Play {
  /** The seat in front of this screen, where one was chosen, and the last that was asked. */
  #at = $state<number | null>(null)
  #lastAsked = $state<number | null>(null)
  /** What that seat may do, where a refusal said so before the entry came that changed it. */
  #looked = $state.raw<{ seat: number; number: number; options: Option[] } | null>(null)
  /** Commands of mine under way. */
  acting = $state(0)
  /** What was refused, in words. */
  problem = $state<string | null>(null)
  /** Something to know, for a moment. */
  note = $state<(() => string) | null>(null)
  /** Since when play waits for the present answer, by the server's clock. */
  since = $state(0)
  /** Spaces to light up on the board. */
  lit = $state.raw<number[]>([])
  /** The sheet that lies open. */
  sheet = $state<'manage' | 'orders' | 'more' | null>(null)
  /** A step that cannot be taken back, waiting for a second yes. */
  confirming = $state<'DeclareBankruptcy' | 'Concede' | null>(null)
  /** The sum being chosen: a bid, a value, a number of buildings. */
  amount = $state(0)
  /** What would be sold and mortgaged to pay a debt, by what it is about. */
  picked = $state.raw<Map<string, Pick>>(new Map())
  /** A lesson says what to do: no other hints, nobody to chat with. */
  coached = false
  /** The coach says why something was refused. */
  saidByCoach = $state(false)
  /** There is room for everything at once. */
  roomy = $state(false)
  /** Show nothing more until I am asked. */
  hurry = $state(false)
  /** The deals were asked for: the desk, as soon as it stands, opens the one that waits. */
  dealsAsked = $state(false)
  /** The lot chosen for a building won. */
  place = $state<number | null>(null)
  /** The space whose deed lies open, whether a key opened it, and the space under the mouse. */
  opened = $state<number | null>(null)
  openedByKey = $state(false)
  pointed = $state<number | null>(null)
  /** A plan for buildings, before it is ordered. */
  readonly draft = new BuildingDraft(this)
  /** The panel in sight on a phone. */
  panel = $state<Panel>('actions')
  /** Whoever took the device has said so: purses may be seen. */
  handed = $state<number | null>(null)
  /** The seat of mine whose name was pressed, before whoever sits there has said so. */
  #wished = $state<number | null>(null)
  /** Who sat here when it was pressed: they may keep the device. */
  passFrom = $state<number | null>(null)
  readonly flashes = new SvelteMap<number, Flash>()

  readonly kept: KeptCard[]
  // The state of the table comes anew with every entry, and what was agreed on at its making never changes.
  readonly #config: string = $derived.by(() => JSON.stringify(this.store.table?.config ?? { edition: this.edition.file.id }))
  readonly rules: Rules = $derived.by(() => rulesInForce(this.edition, JSON.parse(this.#config) as Config))
  readonly wording: Wording = $derived.by(() => new Wording(this.edition, this.rules, this.name))
  /** What is known while something is still to be shown; null when the table's newest is. */
  readonly known: Known | null = $derived.by(() => (this.isLive ? motion.known : null))
  readonly view: View | null = $derived.by(() => (this.known ?? this.store).view)
  readonly told: readonly Told[] = $derived.by(() => toldUntil(this.store.told, this.known))
  readonly question: Question | null = $derived.by(() => this.view?.question ?? null)
  readonly #mine: readonly Mine[] = $derived.by(() => (this.known ?? this.store).mine)
  readonly seat: number | null = $derived.by(() => {
    const { seats } = this.store
    if (this.#at !== null && seats.includes(this.#at) && (this.handed === this.#at || !this.#mustAnother(this.#at))) return this.#at
    return seats.find((seat) => this.view?.must.includes(seat)) ?? seats.find((seat) => seat === this.#lastAsked) ?? seats[0] ?? null
  })
  /** Whether play waits for the seat at this screen. */
  readonly asked: boolean = $derived(this.seat !== null && (this.view?.must.includes(this.seat) ?? false))
  readonly options: Option[] = $derived.by(() => {
    if (this.#looked?.seat === this.seat && this.#looked.number > this.store.number) return this.#looked.options
    const mine = this.#mine.find((one) => one.seat === this.seat)
    return mine?.options?.length ? mine.options : (mine?.may ?? [])
  })
  /** The rents this seat may claim now, the oldest first: only its own screen knows. */
  readonly due: readonly DueRent[] = $derived.by(() => (this.mustPass ? [] : (this.#mine.find((one) => one.seat === this.seat)?.due ?? [])))
  /** Everybody else at the table is a bot: nobody minds whether turns are skipped. */
  readonly isAlone: boolean = $derived.by(() => {
    const people = (this.store.table?.seats ?? []).filter(({ seat, person, level, stood_in }) => person && !level && !stood_in && !this.player(seat)?.out)
    return this.store.seats.length > 0 && people.every(({ seat }) => this.store.seats.includes(seat))
  })
  /** Several people at one screen, and purses nobody else may see. */
  readonly hides: boolean = $derived.by(() => this.store.seats.length > 1 && this.rules.table.private_cash && !this.view?.over)
  /** To whom the device must be passed before anything goes on. */
  readonly passTo: number | null = $derived.by(() => {
    if (!this.hides) return null
    return this.#wished ?? (this.asked && this.handed !== this.seat ? this.seat : null)
  })
  readonly mustPass: boolean = $derived(this.passTo !== null)

  // Names change rarely: as one text they are equal from view to view, and whatever names somebody is not drawn again.
  readonly #called: string = $derived.by(() => JSON.stringify((this.view?.seats ?? this.store.table?.seats ?? []).map((one) => one.name)))
  readonly #names: (string | null)[] = $derived(JSON.parse(this.#called) as (string | null)[])

  /** The server's clock less ours. Entries heard late, after coming back, would make it seem to lag: the best counts. */
  #skew = $state<number | null>(null)
  #lastCash = new Map<number, number>()
  #lost = 0
  #asking = ''
  #about = ''
  #flashId = 0
  #noting: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly store: TableStore,
    readonly edition: Edition,
    /** It shows what was shown on the board; else the newest. */
    readonly isLive = true,
  ) {
    this.kept = keptCards(edition)
    this.since = store.told.at(-1)?.at ?? Date.now()
    this.#watchCash(false)
    this.#asking = this.#whatIsAsked(store.view)
    this.#about = this.#whatItIsAbout(store.view)
  }

  /** The last entry that is shown. */
  get number(): number {
    return this.known?.number ?? this.store.number
  }

  /** Now, by the server's clock, for a time by ours. */
  atServer(time: number): number {
    return time + (this.#skew ?? 0)
  }

  /** Follow the table until the page is left. */
  follow(): () => void {
    const stops = [
      this.store.listen((told) => this.#setClock(told)),
      $effect.root(() => {
        $effect(() => {
          void [this.view, this.known, this.store.number]
          untrack(() => this.#see())
        })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(this.#noting)
    }
  }

  name = (seat: number): string => called(this.#names[seat], seat)

  money = (amount: number): string => this.edition.money(amount)

  player(seat: number): SeatView | undefined {
    return this.view?.seats[seat]
  }

  chair(seat: number): SeatState | undefined {
    return this.store.table?.seats[seat]
  }

  deed(deed: number): DeedView | undefined {
    return this.view?.deeds[deed]
  }

  isMine(seat: number | null | undefined): boolean {
    return seat !== null && seat !== undefined && this.store.seats.includes(seat)
  }

  /** A purse as this screen may show it; null where it is nobody's business. */
  cash(seat: number): number | null {
    const open = this.player(seat)?.cash
    if (open !== null && open !== undefined) return open
    if (this.hides && (seat !== this.seat || this.handed !== seat)) return null
    return this.#mine.find((one) => one.seat === seat)?.cash ?? null
  }

  /** What I have, for the seat at this screen. */
  get purse(): number {
    return this.seat === null ? 0 : (this.cash(this.seat) ?? 0)
  }

  get raisable(): number {
    return this.seat === null ? 0 : (this.player(this.seat)?.raisable ?? 0)
  }

  option(type: Action['type']): Option | undefined {
    return this.options.find((one) => one.type === type)
  }

  can(type: Action['type']): boolean {
    return this.option(type) !== undefined
  }

  /**
   * Play an action for the seat at this screen. What is refused becomes a sentence; nothing has happened then.
   * An answer is to the question that is shown: the server refuses it if the table has gone on since.
   */
  async act(action: Action): Promise<boolean> {
    const { seat } = this
    if (seat === null) return false
    const newest = this.store.view
    const isAnswer = this.asked && this.view && newest && !asksTheSame(seat, this.view, newest) && action.type !== 'ClaimRent'
    return this.#ask(() => this.store.act(seat, action, isAnswer ? this.number : this.store.number))
  }

  /** Skip to my next decision, or to the end: alone against bots their pauses, too, else only what is to be seen. */
  skip(): void {
    this.hurry = true
    if (this.isAlone && this.seat !== null) void this.store.do({ type: 'SkipAhead', seat: this.seat }).catch(() => undefined) // asked meanwhile
  }

  /** Ask something else of the table. */
  async command(command: Parameters<TableStore['do']>[0]): Promise<boolean> {
    return this.#ask(() => this.store.do(command))
  }

  /** Why an action was refused, in words; null when it was done. */
  async attempt(action: Action): Promise<string | null> {
    const done = await this.act(action)
    const problem = this.problem
    if (done) return null
    this.problem = null
    return problem
  }

  /** A space was tapped: its deed opens, and a lot that can be built gets one more building, translucent. */
  tap(space: number, byKey = false): void {
    const deed = this.edition.deedAt(space)
    this.opened = deed ? space : null
    this.openedByKey = byKey
    if (deed) void this.draft.tap(deed)
  }

  /** Ask the server for one more building on my first lot of a group: it says what stands in the way. */
  async whyNotBuild(group: number): Promise<string | null> {
    const lots = this.edition.deedsOf(group)
    const first = lots.findIndex((lot) => this.deed(lot.deed)?.owner === this.seat)
    return this.attempt({ type: 'Build', group, levels: lots.map(({ deed }, place) => (this.deed(deed)?.level ?? 0) + (place === first ? 1 : 0)) })
  }

  /** Say something in passing, beside what I can do: in whichever language is read then. */
  tell(text: () => string): void {
    this.note = text
    clearTimeout(this.#noting)
    this.#noting = setTimeout(() => (this.note = null), NOTE)
  }

  /** Show the deals: the panel first, and the deal that waits for me on top of everything where there is no panel. */
  openDeals(): void {
    if (this.roomy || this.panel === 'deals') this.readDeal()
    this.panel = 'deals'
  }

  /** Open the deal that waits for me. */
  readDeal(): void {
    this.dealsAsked = true
  }

  /** Another of my seats is wanted at the screen: at once, or after the device was passed where purses are private. */
  choose(seat: number): void {
    if (!this.hides || this.handed === seat) return this.take(seat)
    this.passFrom = this.seat === seat ? null : this.seat
    this.handed = null
    this.#wished = seat
  }

  /** One of my seats takes the screen: whoever sits there has said so. */
  take(seat: number): void {
    this.#at = seat
    this.handed = seat
    this.#wished = null
    this.passFrom = null
    this.problem = null
  }

  /** The last event of a type that a test allows. */
  last<T extends Event['type']>(type: T, test: (event: Extract<Event, { type: T }>) => boolean = () => true): Extract<Event, { type: T }> | null {
    const { told } = this
    for (let i = told.length - 1; i >= 0 && i >= told.length - 400; i--) {
      for (const event of (told[i]?.events ?? []).toReversed()) {
        if (event.type === type && test(event as Extract<Event, { type: T }>)) return event as Extract<Event, { type: T }>
      }
    }
    return null
  }

  async #ask(ask: () => Promise<unknown>): Promise<boolean> {
    this.problem = null
    this.acting++
    try {
      await ask()
      return true
    } catch (error) {
      this.saidByCoach = error instanceof TableError && error.refused.error === 'lesson'
      this.problem = error instanceof TableError ? this.wording.refusal(error.refused, this.view) : say('table.error.other')
      if (error instanceof TableError && error.refused.legal && this.seat !== null) {
        this.#looked = { seat: this.seat, number: error.refused.number ?? this.store.number, options: error.refused.legal }
      }
      return false
    } finally {
      this.acting--
    }
  }

  #mustAnother(seat: number): boolean {
    const must = this.view?.must ?? []
    return !must.includes(seat) && this.store.seats.some((one) => must.includes(one))
  }

  #whatIsAsked(view: View | null): string {
    return JSON.stringify([view?.must, view?.question?.type, view?.question?.bid, view?.turns])
  }

  /** The business itself: sums and picks made for it are forgotten with it. */
  #whatItIsAbout(view: View | null): string {
    const question = view?.question
    return JSON.stringify([question?.type, question?.seat, question?.deed, question?.building])
  }

  #setClock(told: Told): void {
    const skew = told.at - Date.now()
    if (this.#skew === null ? skew > -LATE : skew > this.#skew) this.#skew = skew
  }

  /** Something new is shown. */
  #see(): void {
    const { view } = this
    if (!view) return
    // While something is on its way nobody is asked, and what was prepared for a question stays.
    if (!this.known || view.question) this.#seeQuestion(view)
    this.#watchCash(true)
    this.#watchLost()
  }

  /** A rent of mine was lost: said at once, with what to do another time. */
  #watchLost(): void {
    const last = this.told.at(-1)
    const lost = (last?.events ?? []).find((event) => event.type === 'RentLapsed' && this.isMine(event.owner))
    if (!last || lost?.type !== 'RentLapsed' || this.#lost === last.number) return
    this.#lost = last.number
    this.tell(() => say('table.claim.lost', { amount: this.money(lost.amount), seat: this.name(lost.debtor), claim: say('action.ClaimRent') }))
  }

  #seeQuestion(view: View): void {
    const asking = this.#whatIsAsked(view)
    if (asking !== this.#asking) {
      this.#asking = asking
      this.since = this.told.at(-1)?.at ?? this.since
      this.problem = null
    }
    const about = this.#whatItIsAbout(view)
    if (about !== this.#about) {
      this.#about = about
      this.amount = 0
      this.place = null
      this.picked = new Map()
    }
    if (this.asked) this.#lastAsked = this.seat
    // Whoever is asked may change; the device goes back to being handed over where purses are private.
    if (this.handed !== null && this.#mustAnother(this.handed)) this.handed = null
  }

  #watchCash(tell: boolean): void {
    for (const { seat } of this.view?.seats ?? []) {
      const cash = this.cash(seat)
      const before = this.#lastCash.get(seat)
      if (cash === null) continue
      this.#lastCash.set(seat, cash)
      if (!tell || before === undefined || before === cash) continue
      const flash = { id: ++this.#flashId, amount: cash - before }
      this.flashes.set(seat, flash)
      setTimeout(() => {
        if (this.flashes.get(seat)?.id === flash.id) this.flashes.delete(seat)
      }, FLASH)
    }
  }
}

const KEY = Symbol('play')
export const providePlay = (play: Play): Play => setContext(KEY, play)
export const usePlay = (): Play => getContext<Play>(KEY)
