/**
 * A plan for the buildings of one of my groups, before it is ordered: translucent on the board until then.
 * The server says what it costs, which rents it makes and where it may go on; no rule of building is repeated here.
 */
import type { Deed } from '$lib/edition'
import type { Planned } from '$lib/protocol'
import type { Play } from './play.svelte'
import { all } from './wording'

type Plan = Planned['plan']

export class BuildingDraft {
  /** The plan as the server answered it last; what stands, until something is changed. */
  plan = $state.raw<Plan | null>(null)
  /** What stood when it was asked for. */
  #over = ''
  /** The newest question: answers to older ones are not shown. */
  #asked = 0

  constructor(readonly play: Play) {}

  /** Which way it goes: up, down, or nowhere yet. */
  get way(): 'build' | 'sell' | null {
    const { plan } = this
    if (!plan) return null
    const now = this.#now(plan.group)
    if (plan.levels.some((level, place) => level > (now[place] ?? 0))) return 'build'
    return plan.levels.some((level, place) => level < (now[place] ?? 0)) ? 'sell' : null
  }

  /** The level a lot has in the plan; undefined where none is drawn. */
  levelOf(deed: Deed): number | undefined {
    if (this.plan?.group !== deed.group) return undefined
    return this.plan.levels[this.#place(deed)]
  }

  /** The level and the rent a lot has in the plan. */
  plannedFor(deed: Deed): { level: number; rent: number } | undefined {
    const level = this.levelOf(deed)
    return level === undefined ? undefined : { level, rent: this.plan?.rents[this.#place(deed)] ?? 0 }
  }

  /** The lots on which one more building may be drawn, by their spaces. */
  readonly open: ReadonlySet<number> = $derived.by(() => {
    const { play, plan } = this
    const found = new Set<number>()
    for (const action of all(play.options, 'Build')) {
      if (action.group === plan?.group) continue
      const now = this.#now(action.group)
      const risen = play.edition.deedsOf(action.group).filter((_, place) => action.levels[place] !== now[place])
      if (risen.length === 1 && risen[0]) found.add(risen[0].space)
    }
    if (plan && this.way !== 'sell') {
      play.edition.deedsOf(plan.group).forEach((lot, place) => {
        if (plan.up[place]) found.add(lot.space)
      })
    }
    return found
  })

  /** The levels the plan gives to spaces, where it changes them. */
  readonly drawn: ReadonlyMap<number, number> = $derived.by(() => {
    const { play, plan } = this
    const now = plan ? this.#now(plan.group) : []
    const lots = plan ? play.edition.deedsOf(plan.group) : []
    return new Map(lots.map((lot, place) => [lot.space, plan?.levels[place] ?? 0] as const).filter(([, level], place) => level !== now[place]))
  })

  /** A lot was tapped: one more building there where that may be, else only its group's plan. */
  async tap(deed: Deed): Promise<void> {
    const { play } = this
    if (play.deed(deed.deed)?.owner !== play.seat || play.edition.groups[deed.group]?.kind !== 'lots') return this.drop()
    const isOpen = this.open.has(deed.space)
    if (this.plan?.group !== deed.group) await this.#ask(deed.group, this.#now(deed.group))
    const above = this.plan?.up[this.#place(deed)]
    if (isOpen && above && this.way !== 'sell') await this.#ask(deed.group, above)
  }

  /** Another plan for the group that is drawn. */
  async draw(levels: readonly number[]): Promise<void> {
    if (this.plan) await this.#ask(this.plan.group, levels)
  }

  /** Back to what stands. */
  async undo(): Promise<void> {
    if (this.plan) await this.#ask(this.plan.group, this.#now(this.plan.group))
  }

  drop(): void {
    this.#asked++
    this.plan = null
  }

  /** The table has gone on: the same plan is asked for again, or, where other buildings stand now, a new one begins. */
  async refresh(): Promise<void> {
    const { plan } = this
    if (!plan) return
    const now = this.#now(plan.group)
    await this.#ask(plan.group, this.#over === now.join() ? plan.levels : now)
    if (this.plan?.refusal && this.way) await this.undo()
  }

  /** Order it: why it was refused, in words; null when it was done. */
  async order(): Promise<string | null> {
    const { plan, way } = this
    if (!plan || !way) return null
    return this.play.attempt({ type: way === 'build' ? 'Build' : 'SellBuildings', group: plan.group, levels: plan.levels })
  }

  async #ask(group: number, levels: readonly number[]): Promise<void> {
    const { seat } = this.play
    if (seat === null) return
    const asked = ++this.#asked
    const over = this.#now(group).join()
    const answer = await this.play.store.plan(seat, group, levels).catch(() => null) // refused or cut off: nothing is drawn
    if (asked !== this.#asked) return
    this.#over = over
    this.plan = answer?.plan ?? null
  }

  #now(group: number): number[] {
    return this.play.edition.deedsOf(group).map((lot) => this.play.deed(lot.deed)?.level ?? 0)
  }

  #place(deed: Deed): number {
    return this.play.edition.deedsOf(deed.group).findIndex((lot) => lot.deed === deed.deed)
  }
}
