/** Explains an amount: ownership and buildings at the time of payment, read from the log and the deeds. */
import type { Edition } from '$lib/edition'
import type { Event, Told } from '$lib/protocol'
import { deedWith } from '$lib/truth'
import { say } from '$lib/words.svelte'
import { cashChanges } from '$lib/cash'
import type { EventLine } from './lines'
import type { Names } from './names'

/** A purse before and after an event. */
export interface CashBefore {
  seat: number
  before: number
  after: number
}

/** Counted back from what the purses hold now; a purse that nobody may see is left out. */
export function cashAt(told: readonly Told[], line: EventLine, cash: (seat: number) => number | null): CashBefore[] {
  const changed = cashChanges(line.event)
  if (!changed.size) return []
  const since = new Map<number, number>()
  for (let i = told.length - 1; i >= 0; i--) {
    const one = told[i]
    if (!one || one.number < line.number) break
    for (const [place, event] of (one.events ?? []).entries()) {
      if (one.number === line.number && place <= line.place) continue
      for (const [seat, change] of cashChanges(event)) since.set(seat, (since.get(seat) ?? 0) + change)
    }
  }
  return [...changed].flatMap(([seat, change]) => {
    const now = cash(seat)
    if (now === null) return []
    const after = now - (since.get(seat) ?? 0)
    return [{ seat, before: after - change, after }]
  })
}

interface Holding {
  owner: number | null
  level: number
}

/** Who owned what, and what stood there, just before an event. */
function holdingsAt(told: readonly Told[], line: EventLine, deeds: number): Holding[] {
  const held: Holding[] = Array.from({ length: deeds }, () => ({ owner: null, level: 0 }))
  for (const one of told) {
    if (one.number > line.number) break
    for (const [place, event] of (one.events ?? []).entries()) {
      if (one.number === line.number && place >= line.place) break
      note(held, event)
    }
  }
  return held
}

function note(held: Holding[], event: Event): void {
  const at = 'deed' in event && typeof event.deed === 'number' ? held[event.deed] : undefined
  if (at) Object.assign(at, deedWith(event))
}

/** The rent of an event in words: which line of the deed it is. Null where the deed alone does not say it. */
export function explainRent(told: readonly Told[], line: EventLine, edition: Edition, names: Names): string | null {
  const { event } = line
  const isRent = event.type === 'RentClaimed' || event.type === 'RentLapsed' || ((event.type === 'PaidPlayer' || event.type === 'DebtOwed') && event.why === 'rent')
  if (!isRent || typeof event.deed !== 'number') return null
  const deed = edition.deeds[event.deed]
  if (!deed) return null
  const held = holdingsAt(told, line, edition.deeds.length)
  const here = held[event.deed]
  const owner = here?.owner ?? null
  const mates = edition.deedsOf(deed.group)
  const owned = mates.filter((mate) => held[mate.deed]?.owner === owner).length
  const values = { deed: names.deed(event.deed), amount: names.money(event.amount), owner: owner === null ? '' : names.seat(owner), group: names.group(deed.group), n: owned, all: mates.length }
  const group = edition.groups[deed.group]
  const { rents } = deed.file
  if (group?.kind === 'lots' && here) {
    const printed = rents[here.level] ?? 0
    if (event.amount === printed) return say(here.level ? 'talk.rent.built' : 'talk.rent.bare', { ...values, buildings: names.buildings(here.level) })
    if (event.amount === deed.file.whole_group_rents?.[here.level] && owned === mates.length) return say('talk.rent.double', { ...values, printed: names.money(printed) })
    return null
  }
  const printed = rents[owned - 1]
  if (printed === undefined) return null
  if (!group?.times_dice) return event.amount === printed ? say('talk.rent.owned', values) : null
  const pips = event.amount / printed
  return Number.isInteger(pips) && pips >= 2 && pips <= 12 ? say('talk.rent.dice', { ...values, times: printed, pips }) : null
}
