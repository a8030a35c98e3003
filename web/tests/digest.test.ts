import { describe, expect, it } from 'vitest'
import type { Event, Told } from '$lib/protocol'
import { digestOf, sinceMine, withLostAuctions } from '../src/log/digest'

let number = 0
const played = (seat: number, type: string, events: Event[] = [], by: 'person' | 'bot' = seat === 0 ? 'person' : 'bot'): Told =>
  ({ type: 'Told', number: ++number, at: 0, entry: { type: 'Played', seat, action: { type }, by }, events }) as unknown as Told
const pays = (seat: number, other: number, amount: number): Event => ({ type: 'PaidPlayer', seat, other, amount, why: 'rent', deed: null })
const buys = (seat: number, deed: number): Event => ({ type: 'DeedBought', seat, deed, amount: 60 })
const said = (told: Told[], mine = [0]): string[] => digestOf(sinceMine(told, mine), mine).map((item) => [item.says, item.seat, item.deed, item.amount].filter((one) => one !== undefined).join(' '))

describe('the digest', () => {
  it('tells what happened since my last decision, and nothing from before it', () => {
    expect(said([played(1, 'BuyDeed', [buys(1, 3)]), played(0, 'EndTurn'), played(1, 'BuyDeed', [buys(1, 5)])])).toEqual(['bought 1 5'])
  })

  it('tells nothing before I have decided anything', () => {
    expect(said([played(1, 'BuyDeed', [buys(1, 3)])])).toEqual([])
  })

  it('puts money of mine before what others bought', () => {
    expect(said([played(0, 'EndTurn'), played(1, 'BuyDeed', [buys(1, 3)]), played(2, 'Roll', [pays(2, 0, 28)]), played(2, 'Roll', [{ type: 'WentBankrupt', seat: 2, other: null, amount: 5 }])])).toEqual([
      'bankrupt 2',
      'paid_you 2 28',
      'bought 1 3',
    ])
  })

  it('adds up what the same player paid, and tells a claim of mine as well', () => {
    expect(said([played(0, 'EndTurn'), played(0, 'ClaimRent', [pays(2, 0, 28)]), played(0, 'ClaimRent', [pays(2, 0, 14)])])).toEqual(['paid_you 2 42'])
  })

  it('tells a rent that I missed, and not one that another missed', () => {
    const lapsed = (owner: number): Event => ({ type: 'RentLapsed', owner, debtor: 2, amount: 12, deed: 4 })
    expect(said([played(0, 'EndTurn'), played(1, 'Roll', [lapsed(0)]), played(2, 'Roll', [lapsed(1)])])).toEqual(['missed 2 12'])
  })

  it('says that I lost an auction only where I had bid', () => {
    const opened: Event = { type: 'AuctionOpened', deed: 9, amount: 10 } as unknown as Event
    const won: Event = { type: 'AuctionWon', seat: 1, other: null, amount: 40, deed: 9, building: null }
    const told = (bid: boolean): Told[] => [played(1, 'RefuseDeed', [opened]), played(0, bid ? 'Bid' : 'Pass', bid ? [{ type: 'BidMade', seat: 0, amount: 30 }] : []), played(1, 'Bid', [{ type: 'BidMade', seat: 1, amount: 40 }]), played(0, 'Pass'), played(2, 'Pass', [won])]
    const items = (all: Told[]): string[] => withLostAuctions(digestOf(sinceMine(all, [0]), [0]), all, [0]).map((item) => item.says)
    expect(items(told(true))).toEqual(['you_lost'])
    expect(items(told(false))).toEqual(['won'])
  })
})
