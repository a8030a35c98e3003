/** What happened since my last decision, in one line: the most important first. */
import type { Event, Told } from '$lib/protocol'

export interface Item {
  /** The key of its words in `table.digest`. */
  says: string
  seat?: number
  deed?: number
  amount?: number
  /** The lower, the more important. */
  rank: number
}

/** The entries after the last that one of my seats decided. A claim interrupts nothing: what it brought is told. */
export function sinceMine(told: readonly Told[], mine: readonly number[]): readonly Told[] {
  const last = told.findLastIndex(({ entry }) => entry.type === 'Played' && entry.by !== 'bot' && mine.includes(entry.seat) && entry.action.type !== 'ClaimRent')
  return last < 0 ? [] : told.slice(last + 1)
}

/** What is worth telling of these entries, for whoever sits on one of these seats. */
export function digestOf(told: readonly Told[], mine: readonly number[]): Item[] {
  const isMine = (seat: number | null): boolean => seat !== null && mine.includes(seat)
  const events = told.flatMap((one) => one.events ?? [])
  const items = events.flatMap((event) => itemOf(event, isMine) ?? [])
  return merged(items).toSorted((one, two) => one.rank - two.rank)
}

function itemOf(event: Event, isMine: (seat: number | null) => boolean): Item | null {
  switch (event.type) {
    case 'WentBankrupt':
    case 'Conceded':
      return isMine(event.seat) ? null : { says: 'bankrupt', seat: event.seat, rank: 0 }
    case 'RentLapsed':
      return isMine(event.owner) ? { says: 'missed', seat: event.debtor, amount: event.amount, rank: 1 } : null
    case 'PaidPlayer':
      if (isMine(event.other)) return { says: 'paid_you', seat: event.seat, amount: event.amount, rank: 2 }
      return isMine(event.seat) && event.other !== null ? { says: 'you_paid', seat: event.other, amount: event.amount, rank: 3 } : null
    case 'AuctionWon':
      if (event.deed === null) return null
      return isMine(event.seat) ? { says: 'you_won', deed: event.deed, rank: 4 } : { says: 'won', seat: event.seat, deed: event.deed, rank: 6 }
    case 'DealDone':
      return isMine(event.deal) ? null : { says: 'deal', seat: event.deal, rank: 5 }
    case 'DeedBought':
      return isMine(event.seat) ? null : { says: 'bought', seat: event.seat, deed: event.deed, rank: 6 }
    case 'Built':
      return isMine(event.seat) ? null : { says: 'built', seat: event.seat, deed: event.deed, rank: 7 }
    case 'Jailed':
      return isMine(event.seat) ? null : { says: 'jailed', seat: event.seat, rank: 8 }
    default:
      return null
  }
}

/** Sums between the same two are one, and so is building in one go. */
function merged(items: readonly Item[]): Item[] {
  const found: Item[] = []
  for (const item of items) {
    const same = found.find((one) => one.says === item.says && one.seat === item.seat && (item.amount !== undefined || item.says === 'built' || item.says === 'deal'))
    if (same && item.amount !== undefined) same.amount = (same.amount ?? 0) + item.amount
    else if (!same) found.push({ ...item })
  }
  return found
}

/** An auction I bid in and did not win is one I lost. */
export function withLostAuctions(items: readonly Item[], told: readonly Told[], mine: readonly number[]): Item[] {
  const bids = told.flatMap((one) => one.events ?? [])
  const lots = new Set<number>()
  let hasBid = false
  for (const event of bids) {
    if (event.type === 'AuctionOpened') hasBid = false
    if (event.type === 'BidMade' && mine.includes(event.seat)) hasBid = true
    if (event.type === 'AuctionWon' && event.deed !== null && hasBid && !mine.includes(event.seat)) lots.add(event.deed)
  }
  return items.map((item) => (item.says === 'won' && item.deed !== undefined && lots.has(item.deed) ? { says: 'you_lost', deed: item.deed, rank: 4 } : item)).toSorted((one, two) => one.rank - two.rank)
}
