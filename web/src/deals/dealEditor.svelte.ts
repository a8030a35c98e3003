/** State of the deal editor: the draft, the deal it answers, and which open deal is shown. One for the page. */
import type { DealView, Terms, View } from '$lib/protocol'
import { holderOf, partiesOf } from './terms'

/** Terms in the making. Money is what each seat's cash changes by; between two, one change mirrors the other. */
export class Draft {
  others = $state<number[]>([])
  cash = $state<Record<number, number>>({})
  deeds = $state<Record<number, number>>({})
  cards = $state<Record<number, number>>({})
  /** A word to the table that goes with the offer. */
  note = $state('')

  /** A deed of mine that goes to whoever comes in first. */
  offered: number | null = null

  constructor(
    readonly me: number,
    /** The deal and the revision this answers. */
    readonly answers: { deal: number; revision: number } | null = null,
  ) {}

  static answering(deal: DealView, me: number, view: View): Draft {
    const draft = new Draft(me, { deal: deal.deal, revision: deal.revision })
    draft.others = partiesOf(deal.terms, view).filter((seat) => seat !== me)
    if (me !== deal.deal && !draft.others.includes(deal.deal)) draft.others.push(deal.deal)
    draft.cash = { ...deal.terms.cash }
    draft.deeds = { ...deal.terms.deeds }
    draft.cards = { ...deal.terms.cards }
    return draft
  }

  get parties(): number[] {
    return [this.me, ...this.others]
  }

  /** The other one, where there are only two. */
  get other(): number | null {
    return this.others.length === 1 ? (this.others[0] ?? null) : null
  }

  get terms(): Required<Terms> {
    const cash = Object.fromEntries(Object.entries(this.cash).filter(([, change]) => change !== 0))
    return { cash, deeds: { ...this.deeds }, cards: { ...this.cards } }
  }

  get isEmpty(): boolean {
    const { cash, deeds, cards } = this.terms
    return !Object.keys(cash).length && !Object.keys(deeds).length && !Object.keys(cards).length
  }

  /** Nothing was chosen or written yet. */
  get isBlank(): boolean {
    return this.isEmpty && !this.others.length && !this.note && this.offered === null
  }

  /** Money that somebody gives and nobody gets (below nothing: the other way round). */
  get unshared(): number {
    return 0 - Object.values(this.cash).reduce((sum, change) => sum + change, 0)
  }

  /** Bring somebody in, or leave them out with everything that was theirs or would be. */
  toggle(seat: number, view: View): void {
    if (!this.others.includes(seat)) {
      this.others = [...this.others, seat]
      if (this.offered !== null) this.setDeed(this.offered, seat)
      this.offered = null
      return
    }
    this.others = this.others.filter((one) => one !== seat)
    this.deeds = keep(this.deeds, (deed, to) => to !== seat && view.deeds[deed]?.owner !== seat)
    this.cards = keep(this.cards, (card, to) => to !== seat && holderOf(view, card) !== seat)
    const rest = keep(this.cash, (party) => party !== seat)
    const [other] = this.others
    this.cash = this.others.length === 1 && other !== undefined ? mirrored(this.me, other, rest[this.me] ?? 0) : rest
  }

  /** What a seat's cash changes by. */
  setCash(seat: number, change: number): void {
    if (this.other !== null) this.cash = mirrored(seat, seat === this.me ? this.other : this.me, change)
    else this.cash = { ...this.cash, [seat]: change }
  }

  /** Put a deed in, send it to somebody else, or (null) take it out again. */
  setDeed(deed: number, to: number | null): void {
    this.deeds = set(this.deeds, deed, to)
  }

  setCard(card: number, to: number | null): void {
    this.cards = set(this.cards, card, to)
  }

  /** To whom a thing of this seat goes, unless somebody says otherwise. */
  receiver(giver: number): number | null {
    return giver === this.me ? (this.others[0] ?? null) : this.me
  }
}

const mirrored = (one: number, two: number, change: number): Record<number, number> => ({ [one]: change, [two]: 0 - change })

function keep(terms: Record<number, number>, test: (key: number, value: number) => boolean): Record<number, number> {
  return Object.fromEntries(Object.entries(terms).filter(([key, value]) => test(Number(key), value)))
}

function set(terms: Record<number, number>, key: number, to: number | null): Record<number, number> {
  const rest = keep(terms, (other) => other !== key)
  return to === null ? rest : { ...rest, [key]: to }
}

class DealEditorState {
  /** Terms being written. They stay while the desk is closed. */
  draft = $state.raw<Draft | null>(null)
  isOpen = $state(false)
  /** The open deal that lies in front of me. */
  reading = $state<number | null>(null)
  #table = ''

  /** Sit down at a table: what was written at another one is no use here. */
  sitAt(table: string): void {
    if (table === this.#table) return
    this.#table = table
    this.draft = null
    this.isOpen = false
    this.reading = null
  }

  /** Write new terms, perhaps with somebody, perhaps over a deed. An unfinished draft is gone on with. */
  propose(me: number, other: number | null = null, deed: number | null = null, view: View | null = null): void {
    const goesOn = this.draft && this.draft.me === me && !this.draft.answers && other === null && deed === null
    if (!goesOn) this.draft = new Draft(me)
    const draft = this.draft as Draft
    const owner = deed === null ? null : (view?.deeds[deed]?.owner ?? null)
    const partner = other ?? (owner !== me ? owner : null)
    if (partner !== null && partner !== me && !draft.others.includes(partner)) draft.others = [...draft.others, partner]
    const to = owner === null ? null : draft.receiver(owner)
    if (deed !== null && to !== null) draft.setDeed(deed, to)
    else if (owner === me) draft.offered = deed
    this.reading = null
    this.isOpen = true
  }

  /** Answer a deal with other terms. */
  counter(deal: DealView, me: number, view: View): void {
    this.draft = Draft.answering(deal, me, view)
    this.reading = null
    this.isOpen = true
  }

  read(deal: number | null): void {
    this.isOpen = false
    this.reading = deal
  }

  clear(): void {
    this.draft = null
    this.isOpen = false
  }
}

export const dealEditor = new DealEditorState()
