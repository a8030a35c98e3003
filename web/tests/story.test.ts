/** The story of a table: given these events, these moments in this order, with these times, and this is known with each. */
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { Edition } from '../src/lib/edition'
import type { File } from '../src/lib/editionFile'
import type { DealView, Event, Mine, Question, SeatView, Told, View } from '../src/lib/protocol'
import { Past } from '../src/lib/feats'
import { factorOf, type Moment, momentsOf } from '../src/lib/story'
import { asksTheSame, type Entry, type Known, toldUntil, whoseMoment } from '../src/lib/truth'
import { LogBook, turnsUntil } from '../src/log/lines'

const file = parse(readFileSync(new URL('../../src/magnate/editions/clasico.toml', import.meta.url), 'utf8')) as unknown as File
const edition = new Edition(file, null, '')
const JAIL = file.spaces.findIndex((space) => space.kind === 'jail')
const NOW = { turns: 0, entries: 0, isHurried: false, isOthers: false }

const seat = (number: number, more: Partial<SeatView> = {}): SeatView => ({ seat: number, name: `S${number}`, cash: 500, worth: 500, raisable: 500, space: 0, in_jail: false, jail_turns: 0, out: 0, cards: [], ...more })
const position = (more: Partial<View> = {}, seats: Partial<SeatView>[] = []): View => ({
  ...{ edition: 'clasico', variant: null, skin: null, seat: 0, houses: 32, hotels: 12, order: [0, 1, 2], turn: 0, turns: 1, dice: null, doubles: 0, roll_due: true },
  ...{ must: [0], question: { type: 'turn', seat: 0 }, deals: [], options: [], actions: 0, over: false, winners: [] },
  seats: [0, 1, 2].map((number) => seat(number, seats[number])),
  deeds: edition.deeds.map(({ deed }) => ({ deed, owner: null, level: 0, mortgaged: false, inherited: false, rent: null })),
  ...more,
})
const owned = (view: View, deed: number, more: Partial<View['deeds'][number]>): View => ({ ...view, deeds: view.deeds.map((one) => (one.deed === deed ? { ...one, ...more } : one)) })
const asks = (question: Question | null, must: number[]): Partial<View> => ({ question, must })
const mine = (options: string[] = [], cash = 500): Mine[] => [{ seat: 0, cash, options: options.map((type) => ({ type })) as unknown as NonNullable<Mine['options']> }]

function entry(events: object[], before: View, after: View, more: Partial<Entry> = {}): Entry {
  return { number: 7, seat: 0, events: events as Event[], before: { view: before, mine: mine(['Roll']) }, after: { view: after, mine: mine(['BuyDeed']) }, ...more }
}

/** Each moment in a line: what is to be seen, how long until it is known, how long it rests, and what is known then. */
function told(moments: Moment[], known: (known: Known) => unknown = ({ events }) => events): unknown[] {
  return moments.map(({ picture, time, rest, known: then }) => [picture.shows, time, rest, known(then)])
}

describe('the mark beside what is being shown', () => {
  it('is that of whoever does something, of whoever has the turn otherwise', () => {
    const view = position({ turn: 2 })
    expect(whoseMoment({ latest: { type: 'Passed', seat: 1 }, view })).toBe(1)
    expect(whoseMoment({ latest: { type: 'DealDone', deal: 0 } as Event, view })).toBe(2)
    expect(whoseMoment({ latest: null, view })).toBe(2)
  })
})

describe('a rent that can be claimed', () => {
  const due = (amount: number): Mine[] => [{ seat: 0, due: [{ debtor: 1, deed: 2, amount }] }]
  const walk = [{ type: 'Rolled', seat: 1, dice: [1, 2] }, { type: 'Moved', seat: 1, origin: 0, space: 3 }]
  const told = (before: Mine[], after: Mine[], seat = 1): unknown[] => momentsOf(entry(walk, position(), position(), { seat, before: { view: position(), mine: before }, after: { view: position(), mine: after } }), edition).map(({ known }) => known.mine[0]?.due?.map((one) => one.amount) ?? [])

  it('is known when its debtor has arrived, and not before', () => {
    expect(told([{ seat: 0 }], due(28))).toEqual([[], [], [28]])
  })

  it('is gone as soon as somebody rolls who takes it, and stays when the debtor rolls again', () => {
    expect(told(due(28), [{ seat: 0 }])).toEqual([[], [], []])
    expect(told(due(28), due(28))).toEqual([[28], [28], [28]])
  })
})

describe('my roll, to the purchase', () => {
  const buy: Question = { type: 'buy', seat: 0, deed: 1 }
  const before = position()
  const after = position({ ...asks(buy, [0]), dice: [1, 2], roll_due: false }, [{ space: 3 }])
  const rolls = entry([{ type: 'Rolled', seat: 0, dice: [1, 2] }, { type: 'Moved', seat: 0, origin: 0, space: 3 }], before, after)

  it('shows the dice, then the walk, then the question', () => {
    expect(told(momentsOf(rolls, edition), ({ events, view }) => [events, view.dice, view.seats[0]?.space, view.question?.type ?? null, view.must])).toEqual([
      ['words', 0, 0, [0, null, 0, null, []]], // I have answered: nobody asks me to roll any more
      ['dice', 620, 180, [1, [1, 2], 0, null, []]],
      ['walk', 540, 0, [2, [1, 2], 3, 'buy', [0]]],
    ])
  })

  it('keeps what I may answer for the end', () => {
    expect(momentsOf(rolls, edition).map(({ known }) => known.mine[0]?.options?.length)).toEqual([0, 0, 1])
  })

  it('shows the sum, then the new purse and owner', () => {
    const bought = owned(position({ ...asks({ type: 'turn', seat: 0 }, [0]) }, [{ cash: 440 }]), 1, { owner: 0 })
    const buys = entry([{ type: 'DeedBought', seat: 0, deed: 1, amount: 60 }], after, bought)
    expect(told(momentsOf(buys, edition), ({ view }) => [view.seats[0]?.cash, view.deeds[1]?.owner, view.question?.type ?? null])).toEqual([
      ['words', 0, 0, [500, null, null]],
      ['sum', 560, 60, [440, 0, 'turn']],
    ])
  })
})

describe('what others do', () => {
  it('counts a rent out of one purse into the other, with the worth', () => {
    const after = position({ turn: 1, ...asks({ type: 'turn', seat: 1 }, [1]) }, [{ cash: 528, worth: 528 }, { cash: 472, worth: 472, space: 4 }])
    const rent = entry(
      [{ type: 'Rolled', seat: 1, dice: [1, 3] }, { type: 'Moved', seat: 1, origin: 0, space: 4 }, { type: 'PaidPlayer', seat: 1, other: 0, amount: 28, why: 'rent', deed: 2 }, { type: 'TurnEnded', seat: 1 }],
      position({ turn: 1, ...asks({ type: 'turn', seat: 1 }, [1]) }),
      after,
      { seat: 1 },
    )
    expect(told(momentsOf(rent, edition), ({ view }) => view.seats.slice(0, 2).map(({ cash, worth }) => [cash, worth]))).toEqual([
      ['words', 0, 0, [[500, 500], [500, 500]]],
      ['dice', 620, 180, [[500, 500], [500, 500]]],
      ['walk', 720, 0, [[500, 500], [500, 500]]],
      ['sum', 560, 60, [[528, 528], [472, 500]]], // something more is told of the debtor
      ['words', 0, 0, [[528, 528], [472, 472]]],
    ])
  })

  it('leaves me my question while they claim, and counts my own purse that nobody else sees', () => {
    const turn: Question = { type: 'turn', seat: 0 }
    const before = position(asks(turn, [0]), [{ cash: null }, { cash: null }])
    const claim = entry([{ type: 'RentClaimed', owner: 1, debtor: 0, deed: 1, amount: 6 }, { type: 'PaidPlayer', seat: 0, other: 1, amount: 6, why: 'rent', deed: 1 }, { type: 'NothingDue', seat: 2 }], before, before, {
      seat: 1,
      after: { view: before, mine: mine(['Roll'], 494) },
    })
    expect(told(momentsOf(claim, edition), ({ view, mine: own }) => [view.must, view.question, own[0]?.options?.length, own[0]?.cash])).toEqual([
      ['words', 0, 0, [[0], turn, 1, 500]],
      ['words', 0, 0, [[0], turn, 1, 500]],
      ['sum', 560, 60, [[0], turn, 1, 494]],
      ['words', 0, 0, [[0], turn, 1, 494]],
    ])
  })

  it('shows bids one after the other, and the hammer before the sum and the owner', () => {
    const lot = (bid: number, bidder: number): View => position(asks({ type: 'auction', deed: 1, bid, bidder, bidders: [0, 1] }, [0]))
    const bid = entry([{ type: 'BidMade', seat: 1, amount: 20 }], lot(10, 0), lot(20, 1), { seat: 1 })
    expect(told(momentsOf(bid, edition), ({ view }) => view.question?.bid ?? null)).toEqual([
      ['words', 0, 0, null],
      ['bid', 0, 250, 20],
    ])
    const sold = owned(position(asks({ type: 'turn', seat: 2 }, [2]), [{}, { cash: 480 }]), 1, { owner: 1 })
    const falls = entry([{ type: 'Passed', seat: 0 }, { type: 'AuctionWon', seat: 1, other: null, amount: 20, deed: 1, building: null }], lot(20, 1), sold)
    expect(told(momentsOf(falls, edition), ({ view, events }) => [events, view.deeds[1]?.owner, view.seats[1]?.cash])).toEqual([
      ['words', 0, 0, [0, null, 500]],
      ['words', 0, 0, [1, null, 500]],
      ['hammer', 700, 0, [1, null, 500]],
      ['sum', 560, 60, [2, 1, 480]],
    ])
  })

  it('takes a deal apart: what was agreed, then cash, then deeds', () => {
    const before = { ...owned(position(), 1, { owner: 1 }), deals: [{ deal: 1 } as DealView] }
    const after = owned(position({}, [{ cash: 400 }, { cash: 600 }]), 1, { owner: 0 })
    const deal = entry([{ type: 'DealAccepted', seat: 0, deal: 1, revision: 1 }, { type: 'DealDone', deal: 1 }, { type: 'CashMoved', seat: 0, amount: -100 }, { type: 'CashMoved', seat: 1, amount: 100 }, { type: 'DeedMoved', seat: 1, other: 0, deed: 1 }], before, after)
    expect(told(momentsOf(deal, edition), ({ view }) => [view.deals.length, view.seats[0]?.cash, view.seats[1]?.cash, view.deeds[1]?.owner])).toEqual([
      ['words', 0, 0, [1, 500, 500, 1]],
      ['words', 0, 0, [1, 500, 500, 1]],
      ['words', 0, 0, [0, 500, 500, 1]],
      ['feat', 0, 1100, [0, 500, 500, 1]],
      ['sum', 560, 60, [0, 400, 500, 1]],
      ['sum', 560, 60, [0, 400, 600, 1]],
      ['words', 0, 0, [0, 400, 600, 0]],
    ])
  })

  it('builds lot by lot, and turns a contract over', () => {
    const before = owned(position(), 0, { owner: 0 })
    const after = owned(owned(position({}, [{ cash: 400 }]), 0, { owner: 0, level: 1 }), 1, { level: 1 })
    const built = (deed: number): object => ({ type: 'Built', seat: 0, deed, level: 1, amount: 50 })
    expect(told(momentsOf(entry([built(0), built(1)], before, after), edition), ({ view }) => [view.deeds[0]?.level, view.deeds[1]?.level, view.seats[0]?.cash])).toEqual([
      ['words', 0, 0, [0, 0, 500]],
      ['building', 200, 0, [0, 0, 500]],
      ['sum', 560, 60, [1, 0, 450]],
      ['building', 200, 0, [1, 0, 450]],
      ['sum', 560, 60, [1, 1, 400]],
    ])
    const mortgaged = owned(position({}, [{ cash: 530 }]), 0, { owner: 0, mortgaged: true })
    expect(told(momentsOf(entry([{ type: 'DeedMortgaged', seat: 0, deed: 0, amount: 30 }], before, mortgaged), edition), ({ view }) => view.deeds[0]?.mortgaged)).toEqual([
      ['words', 0, 0, false],
      ['contract', 0, 0, false],
      ['sum', 560, 60, true],
    ])
  })

  it('tells a bankruptcy to its end before anybody is gone or has won', () => {
    const after = owned(position({ over: true, winners: [1], ...asks({ type: 'result' }, [1]) }, [{ cash: 0, worth: 0, out: 1 }, { cash: 1000 }]), 1, { owner: 1 })
    const broke = entry(
      [{ type: 'WentBankrupt', seat: 0, other: 1, amount: 900 }, { type: 'CashSurrendered', seat: 0, other: 1, amount: 500 }, { type: 'DeedMoved', seat: 0, other: 1, deed: 1 }, { type: 'GameWon', seat: 1 }],
      owned(position(), 1, { owner: 0 }),
      after,
    )
    expect(told(momentsOf(broke, edition), ({ view }) => [view.seats[0]?.cash, view.deeds[1]?.owner, view.seats[0]?.out, view.over])).toEqual([
      ['words', 0, 0, [500, 0, 0, false]],
      ['words', 0, 0, [500, 0, 0, false]],
      ['feat', 0, 1100, [500, 0, 0, false]],
      ['sum', 560, 60, [0, 0, 0, false]],
      ['words', 0, 0, [0, 1, 1, false]],
      ['prize', 0, 5200, [0, 1, 1, true]],
    ])
  })
})

describe('cards and jail', () => {
  const [deck, card] = findBack()
  const text = edition.card(deck, card)?.text.length ?? 0
  const drawn = { type: 'CardDrawn', seat: 0, deck, card }

  it('turns the card, lets it be read, and goes back where it sends', () => {
    const after = position({}, [{ space: 4 }])
    const moments = momentsOf(entry([{ type: 'Moved', seat: 0, origin: 0, space: 7 }, drawn, { type: 'Moved', seat: 0, origin: 7, space: 4 }], position(), after), edition)
    expect(told(moments)).toEqual([
      ['words', 0, 0, 0],
      ['walk', 1260, 0, 1],
      ['card', 350, 1500 + 14 * text, 2],
      ['walk', 540, 0, 3],
    ])
    expect(moments.at(-1)?.picture).toMatchObject({ path: [6, 5, 4] })
  })

  it('goes back also where the card was read before it was obeyed', () => {
    const before = position(asks({ type: 'card', seat: 0, deck, card }, [0]), [{ space: 7 }])
    const obeyed = momentsOf(entry([{ type: 'Moved', seat: 0, origin: 7, space: 4 }], before, position({}, [{ space: 4 }])), edition)
    expect(obeyed.at(-1)?.picture).toMatchObject({ shows: 'walk', path: [6, 5, 4] })
  })

  it('keeps a token where it stood until the third double has been seen', () => {
    const after = position({}, [{ space: JAIL, in_jail: true }])
    const jailed = entry([{ type: 'Rolled', seat: 0, dice: [4, 4] }, { type: 'Jailed', seat: 0 }], position({}, [{ space: 17 }]), after)
    expect(told(momentsOf(jailed, edition), ({ view }) => [view.seats[0]?.space, view.seats[0]?.in_jail])).toEqual([
      ['words', 0, 0, [17, false]],
      ['dice', 620, 180, [17, false]],
      ['jail', 420, 210, [JAIL, true]],
    ])
  })

  it('walks over the start, and no walk takes long', () => {
    const path = (origin: number, space: number): unknown => momentsOf(entry([{ type: 'Moved', seat: 0, origin, space }], position(), position()), edition).at(-1)
    expect(path(38, 1)).toMatchObject({ picture: { path: [39, 0, 1] }, time: 540 })
    expect(path(0, 39)).toMatchObject({ time: 1500 })
  })

  it('knows an entry in which nothing happened at once', () => {
    expect(told(momentsOf(entry([], position(), position()), edition), ({ whole }) => whole)).toEqual([['words', 0, 0, true]])
  })
})

describe('how fast', () => {
  it('takes its time for me, a little less for others, and less at a fast pace', () => {
    expect(factorOf('normal', NOW)).toBe(1)
    expect(factorOf('normal', { ...NOW, isOthers: true })).toBe(0.75)
    expect(factorOf('fast', NOW)).toBe(0.4)
    expect(factorOf('instant', NOW)).toBe(0)
  })

  it('speeds up the more entries wait, for a turn that has begun, and when I have acted; it never leaves anything out', () => {
    expect([1, 2, 4].map((entries) => factorOf('normal', { ...NOW, entries }))).toEqual([1, 0.5, 0.3])
    expect(factorOf('normal', { ...NOW, turns: 1 })).toBe(0.3)
    expect(factorOf('normal', { ...NOW, isHurried: true })).toBe(0.3)
    expect(factorOf('normal', { ...NOW, turns: 2, isOthers: true })).toBe(0.08)
  })

  it('shows a turn in under half a second when the table is two turns ahead', () => {
    const view = position()
    const turn = momentsOf(entry([{ type: 'Rolled', seat: 1, dice: [6, 6] }, { type: 'Moved', seat: 1, origin: 0, space: 12 }, { type: 'PaidPlayer', seat: 1, other: 0, amount: 28, why: 'rent', deed: 2 }, { type: 'TurnEnded', seat: 1 }], view, view), edition)
    const whole = turn.reduce((sum, { time, rest }) => sum + time + rest, 0)
    expect(whole).toBe(2920)
    expect(whole * factorOf('normal', { ...NOW, turns: 2, isOthers: true })).toBeLessThan(500)
  })
})

describe('an answer to what is shown', () => {
  const opening = (must: number[], more: Partial<SeatView> = {}): View => position(asks({ type: 'opening' }, must), [more])

  it('is one to the newest question where others have only answered theirs', () => {
    expect(asksTheSame(0, opening([0, 1, 2]), opening([0]))).toBe(true)
  })

  it('is none where I was answered for, am asked something else, or the money has changed', () => {
    expect(asksTheSame(0, opening([0, 1]), opening([1]))).toBe(false)
    expect(asksTheSame(0, opening([0]), position())).toBe(false)
    expect(asksTheSame(0, opening([0]), opening([0], { cash: 472 }))).toBe(false)
  })
})

describe('the log', () => {
  const one = (number: number, ...events: object[]): Told => ({ type: 'Told', number, at: number, entry: { type: 'Played', seat: 0, action: { type: 'Roll' } }, events }) as unknown as Told
  const log = [one(6, { type: 'TurnBegan', seat: 0 }), one(7, { type: 'Rolled', seat: 0, dice: [1, 2] }, { type: 'Moved', seat: 0, origin: 0, space: 3 }, { type: 'TurnBegan', seat: 1 }), one(8, { type: 'Rolled', seat: 1, dice: [3, 3] })]
  const known = (events: number, whole = false): Known => ({ number: 7, events, whole, latest: null, view: position(), mine: [] })

  it('has the lines that were shown, and all of them in the end', () => {
    const turns = new LogBook().read(log)
    const lines = (until: Known | null): unknown => turnsUntil(turns, until).map(({ turn, lines: shown }) => [turn, shown.length])
    expect(lines(known(0))).toEqual([[0, 0], [1, 0]])
    expect(lines(known(1))).toEqual([[0, 0], [1, 1]])
    expect(lines(known(2))).toEqual([[0, 0], [1, 2]])
    expect(lines(known(3, true))).toEqual([[0, 0], [1, 2], [2, 0]])
    expect(lines(null)).toEqual([[0, 0], [1, 2], [2, 1]])
  })

  it('tells no more events than were shown', () => {
    const events = (until: Known | null): unknown => toldUntil(log, until).map((entry) => entry.events?.length)
    expect([known(0), known(2), known(3, true), null].map(events)).toEqual([[1, 0], [1, 2], [1, 3], [1, 3, 1]])
  })
})

function findBack(): [number, number] {
  for (const [deck, { cards }] of Object.values(file.decks).entries()) {
    const card = cards.findIndex((one) => one.effect === 'move_back')
    if (card >= 0) return [deck, card]
  }
  throw new Error('no card sends back')
}

describe('small moments', () => {
  const brown = edition.deedsOf(0).map(({ deed }) => deed)
  const [first = 0, last = 0] = [brown[0], brown.at(-1)]
  const start = brown.slice(0, -1).reduce((view, deed) => owned(view, deed, { owner: 0 }), position())
  const feats = (events: object[], before: View = position(), past = new Past()): unknown[] =>
    momentsOf(entry(events, before, position()), edition, past).flatMap(({ picture, time, rest, known }) => (picture.shows === 'feat' ? [[picture.feat, picture.seats, time, rest, known.events]] : []))
  const past = (...events: object[]): Past => {
    const made = new Past()
    made.note(events as Event[], edition)
    return made
  }
  const rent = (amount: number): object => ({ type: 'PaidPlayer', seat: 1, other: 0, amount, why: 'rent', deed: first })
  const hotel = { type: 'Built', seat: 0, deed: first, level: 5, amount: 50 }

  it('are shown once what they are about is known, and rest a second', () => {
    expect(feats([{ type: 'DeedBought', seat: 0, deed: last, amount: 60 }], start)).toEqual([['group', [0], 0, 1100, 1]])
  })

  it('are no group where one deed is missing, another owns it, or it falls to a creditor', () => {
    expect(feats([{ type: 'DeedBought', seat: 0, deed: last, amount: 60 }])).toEqual([])
    expect(feats([{ type: 'DeedBought', seat: 1, deed: last, amount: 60 }], start)).toEqual([])
    expect(feats([{ type: 'WentBankrupt', seat: 1, other: 0, amount: 9 }, { type: 'DeedMoved', seat: 1, other: 0, deed: last }], owned(start, last, { owner: 1 }))).toEqual([['ruin', [1], 0, 1100, 1]])
  })

  it('are the first hotel only', () => {
    expect(feats([hotel])).toEqual([['hotel', [0], 0, 1100, 1]])
    expect(feats([{ ...hotel, level: 4 }])).toEqual([])
    expect(feats([hotel], position(), past(hotel))).toEqual([])
    expect(feats([hotel, { ...hotel, deed: last }])).toHaveLength(1)
  })

  it('are a double out of jail, not a fine', () => {
    expect(feats([{ type: 'Rolled', seat: 0, dice: [4, 4] }, { type: 'Released', seat: 0 }, { type: 'Moved', seat: 0, origin: JAIL, space: JAIL + 8 }])).toEqual([['escape', [0], 0, 1100, 2]])
    expect(feats([{ type: 'PaidBank', seat: 0, amount: 50, why: 'fine' }, { type: 'Released', seat: 0 }])).toEqual([])
  })

  it('are the highest rent so far, where it is high at all', () => {
    expect(feats([rent(400)])).toEqual([['dearest', [1, 0], 0, 1100, 1]])
    expect(feats([rent(400)], position(), past(rent(400)))).toEqual([])
    expect(feats([rent(401)], position(), past(rent(400)))).toHaveLength(1)
    expect(feats([rent(30)])).toEqual([])
  })

  it('are a deal, with everybody who gave or got something', () => {
    const moved = [{ type: 'CashMoved', seat: 0, amount: -50 }, { type: 'CashMoved', seat: 2, amount: 50 }, { type: 'DeedMoved', seat: 2, other: 0, deed: first }]
    expect(feats([{ type: 'DealDone', deal: 0 }, ...moved])).toEqual([['deal', [0, 2], 0, 1100, 1]])
  })
})
