/** What a deed says, read from the edition and the view. Nothing is worked out here that the core has told. */
import type { Deed, Edition } from '$lib/edition'
import type { DeedView } from '$lib/protocol'

/** A line of the ladder of rents. */
export interface Row {
  /** Its text, under `board.rent`. */
  text: 'bare' | 'group' | 'house' | 'houses' | 'villa' | 'villas' | 'hotel' | 'owned'
  n: number
  amount: number
  /** The amount counts for every pip of the roll. */
  perPip: boolean
  /** The rent in force. */
  now: boolean
}

/** The ladder of rents of a deed, with the one in force marked. */
export function ladder(edition: Edition, deed: Deed, state: DeedView | null): Row[] {
  const group = edition.groups[deed.group]
  const due = state && state.owner !== null && !state.mortgaged ? state.rent : null
  return group?.kind === 'lots' ? lotLadder(edition, deed, state?.level ?? 0, due) : ownedLadder(edition, deed, due)
}

/** Transport and utilities: rents by the number owned. */
function ownedLadder(edition: Edition, deed: Deed, due: number | null): Row[] {
  const group = edition.groups[deed.group]
  const perPip = group?.kind === 'utility' && group.times_dice === true
  const rents = deed.file.rents
  const current = rents.indexOf(due ?? -1)
  return rents.map((amount, index) => ({ text: 'owned', n: index + 1, amount, perPip, now: index === current }))
}

/** Lots: bare, in a whole group, with each house, with a hotel. */
function lotLadder(edition: Edition, deed: Deed, level: number, due: number | null): Row[] {
  const villa = edition.file.stock.house === 'villa'
  const rents = deed.file.rents
  const rows: Row[] = rents.map((rent, index) => {
    const now = due !== null && due > 0 && level === index && (index > 0 || due === rent)
    const text = index === 0 ? 'bare' : index === rents.length - 1 ? 'hotel' : index === 1 ? (villa ? 'villa' : 'house') : villa ? 'villas' : 'houses'
    return { text, n: index, amount: now ? (due ?? rent) : rent, perPip: false, now }
  })
  const whole = deed.file.whole_group_rents?.[0]
  if (whole !== undefined && edition.file.rules.rent.doubling !== 'never') {
    const bare = rents[0] ?? 0
    const now = due !== null && due > 0 && level === 0 && due !== bare
    rows.splice(1, 0, { text: 'group', n: 0, amount: now ? (due ?? whole) : whole, perPip: false, now })
  }
  return rows
}
