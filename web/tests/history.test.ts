/** What a game adds up to, on small games made up and counted by hand; and the dice, thrown again here. */
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { File } from '$lib/editionFile'
import type { Event, SeatView, Told, View } from '$lib/protocol'
import { Generator, commitmentOf, keyOf } from '../src/history/chance'
import { chart, ticks } from '../src/history/chart'
import { decisiveMoments, keyMoments } from '../src/history/moments'
import { RecordError, readRecord } from '../src/history/record'
import { Sha256, fromHex, toHex } from '../src/history/sha256'
import { diceCounts, endedByTime, landings, lengthOf, paidMatrix, payments, ranking, rents, turnStarts, worthByTurn } from '../src/history/stats'
import type { Played } from '../src/history/verifyDice'
import games from './fixtures/fair.json'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('document', { documentElement: { lang: '' } })
const files = import.meta.glob<{ default: File }>('../../src/magnate/editions/*.toml', { eager: true })
const { Edition } = await import('$lib/edition')
const { rulesInForce } = await import('../src/table/rules')
const { checkDice } = await import('../src/history/verifyDice')

/** A game made up: each list is a move with its events, ten seconds apart. */
function game(...moves: Event[][]): Told[] {
  const start: Told = { type: 'Told', number: 5, at: 1000, entry: { type: 'Started', names: [], entropy: [], chance: [] }, events: [] }
  return [
    start,
    ...moves.map((events, place): Told => ({ type: 'Told', number: 6 + place, at: 1000 + 10_000 * (place + 1), entry: { type: 'Played', seat: 0, action: { type: 'Roll' } }, events })),
  ]
}
const rolled = (seat: number, one: number, two: number): Event => ({ type: 'Rolled', seat, dice: [one, two] })
const paid = (seat: number, other: number, amount: number, deed: number | null = null): Event => ({ type: 'PaidPlayer', seat, other, amount, why: 'rent', deed })
const bought = (seat: number, deed: number): Event => ({ type: 'DeedBought', seat, deed, amount: 60 })

describe('who paid whom', () => {
  it('adds up rents, gifts, auctions of a debtor and the last cash of a bankrupt', () => {
    const told = game(
      [paid(0, 1, 20, 3), paid(0, 1, 5)],
      [paid(1, 2, 50, 4)],
      [{ type: 'AuctionWon', seat: 2, other: 0, amount: 70, deed: 1, building: null }],
      [{ type: 'AuctionWon', seat: 2, other: null, amount: 90, deed: 2, building: null }],
      [{ type: 'CashSurrendered', seat: 1, other: 0, amount: 8 }],
    )
    expect(paidMatrix(told, 3)).toEqual([
      [0, 25, 0],
      [8, 0, 50],
      [70, 0, 0],
    ])
  })

  it('finds the payer and the payee of a deal, also of one among three', () => {
    const done: Event = { type: 'DealDone', deal: 0 }
    const moved = (seat: number, amount: number): Event => ({ type: 'CashMoved', seat, amount })
    const told = game([done, moved(0, -100), moved(1, 100)], [done, moved(0, -30), moved(1, -50), moved(2, 80)], [moved(2, 40)])
    expect(payments(told).map(({ from, to, amount }) => [from, to, amount])).toEqual([
      [0, 1, 100],
      [0, 2, 30],
      [1, 2, 50],
    ])
  })

  it('counts the rent of each deed, the best first', () => {
    const told = game([paid(0, 1, 20, 3)], [paid(0, 1, 400, 7)], [paid(2, 1, 25, 3)], [paid(2, 1, 99)])
    expect(rents(told)).toEqual([
      { deed: 7, amount: 400, times: 1 },
      { deed: 3, amount: 45, times: 2 },
    ])
  })
})

describe('dice and landings', () => {
  const told = game(
    [rolled(0, 3, 4), { type: 'Moved', seat: 0, origin: 0, space: 7 }],
    [rolled(1, 6, 6), { type: 'Moved', seat: 1, origin: 0, space: 2 }],
    [{ type: 'OpeningRolled', seat: 0, dice: [1, 1] }],
    [{ type: 'DieRolled', seat: 0, die: 5 }],
    [{ type: 'Moved', seat: 1, origin: 2, space: 7 }],
  )

  it('counts sums, doubles and faces of all, or of one', () => {
    const all = diceCounts(told)
    expect(all.sums.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    expect([all.rolls, all.doubles]).toEqual([3, 2])
    expect(all.faces).toEqual([2, 0, 1, 1, 0, 2])
    expect(diceCounts(told, 1).sums.find(({ count }) => count)).toEqual({ sum: 12, count: 1 })
  })

  it('counts where moves ended', () => {
    expect(landings(told, 8)).toEqual([0, 0, 1, 0, 0, 0, 0, 2])
  })
})

describe('the ranking', () => {
  const seat = (number: number, worth: number, out = 0): SeatView => ({ seat: number, name: `${number}`, cash: 0, worth, raisable: 0, space: 0, in_jail: false, jail_turns: 0, out, cards: [] })

  it('has winners first, then the rich, then who held out longest', () => {
    const order = ranking([seat(0, 0, 1), seat(1, 500), seat(2, 900), seat(3, 0, 2)], [1])
    expect(order.map((one) => [one.place, one.seat])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 0],
    ])
  })

  it('lets equals share a place', () => {
    expect(ranking([seat(0, 500), seat(1, 500), seat(2, 100)], [0, 1]).map(({ place }) => place)).toEqual([1, 1, 3])
  })
})

describe('time', () => {
  const began = (seat: number): Event => ({ type: 'TurnBegan', seat })
  const told = game([began(0)], [], [began(1)], [began(0)])

  it('is counted in turns, moves and milliseconds', () => {
    expect(lengthOf(told)).toEqual({ time: 40_000, turns: 3, moves: 4 })
  })

  it('ends by time where time was called', () => {
    expect(endedByTime(game([rolled(0, 1, 2)]))).toBe(false)
    expect(endedByTime(game([rolled(0, 1, 2)], [{ type: 'TimeCalled' }]))).toBe(true)
  })

  it('runs along turns: what everybody was worth when each began, and at the end', () => {
    const fortunes = [
      { number: 5, worth: [10, 10] },
      { number: 7, worth: [8, 12] },
      { number: 8, worth: [6, 14] },
      { number: 9, worth: [0, 20] },
    ]
    expect(turnStarts(told)).toEqual([6, 8, 9])
    expect(worthByTurn(fortunes, turnStarts(told))).toEqual([
      { number: 6, worth: [10, 10] },
      { number: 8, worth: [8, 12] },
      { number: 9, worth: [6, 14] },
      { number: 9, worth: [0, 20] },
    ])
    expect(worthByTurn([], [1, 2])).toEqual([])
  })
})

describe('key moments', () => {
  const deeds = [
    { group: 0, price: 60 },
    { group: 0, price: 60 },
    { group: 1, price: 100 },
    { group: 2, price: 100 },
  ]
  const kinds = (told: Told[]): [string, number, number | null][] => keyMoments(told, deeds).map(({ kind, number, seat }) => [kind, number, seat])

  it('tells when a group is complete, however its deeds came, and once only', () => {
    const told = game([bought(0, 0)], [bought(1, 1)], [{ type: 'DealDone', deal: 0 }, { type: 'DeedMoved', seat: 1, other: 0, deed: 1 }], [{ type: 'DeedMoved', seat: 0, other: null, deed: 1 }], [bought(0, 1)], [bought(0, 2)])
    expect(kinds(told)).toEqual([
      ['deal', 8, 0],
      ['set', 8, 0],
    ])
  })

  it('tells auctions far above and far below the printed price, and none in between', () => {
    const won = (deed: number, amount: number): Event => ({ type: 'AuctionWon', seat: 1, other: null, amount, deed, building: null })
    expect(kinds(game([won(2, 150)], [won(3, 20)], [won(2, 110)]))).toEqual([
      ['dear', 6, 1],
      ['cheap', 7, 1],
    ])
  })

  it('tells the four largest payments, bankruptcies, who gave up and who won, in order', () => {
    const told = game([{ type: 'TurnBegan', seat: 2 }], ...[10, 50, 40, 30, 20].map((sum) => [paid(0, 1, sum)]), [{ type: 'WentBankrupt', seat: 0, other: 1, amount: 900 }], [{ type: 'Conceded', seat: 1 }, { type: 'GameWon', seat: 2 }])
    expect(kinds(told)).toEqual([
      ['start', 6, 2],
      ['payment', 8, 0],
      ['payment', 9, 0],
      ['payment', 10, 0],
      ['payment', 11, 0],
      ['bankruptcy', 12, 0],
      ['concession', 13, 1],
      ['end', 13, 2],
    ])
  })

  it('finds the three that decided it: the best of each kind before the next best, in order', () => {
    const told = game([{ type: 'TurnBegan', seat: 2 }], ...[10, 50, 40].map((sum) => [paid(0, 1, sum)]), [{ type: 'WentBankrupt', seat: 0, other: 1, amount: 900 }], [{ type: 'GameWon', seat: 2 }])
    const decisive = decisiveMoments(keyMoments(told, deeds), 3)
    expect(decisive.map(({ kind, number, amount }) => [kind, number, amount])).toEqual([
      ['payment', 8, 50],
      ['payment', 9, 40],
      ['bankruptcy', 10, 900],
    ])
    expect(decisiveMoments([], 3)).toEqual([])
  })

  it('names a deal before the group it completes', () => {
    const told = game([{ type: 'TurnBegan', seat: 0 }], [{ type: 'DeedBought', seat: 1, deed: 0, amount: 60 }], [
      { type: 'DealDone', deal: 1, seats: [0, 1] },
      { type: 'DeedMoved', seat: 0, other: 1, deed: 1 },
    ] as Event[])
    expect(decisiveMoments(keyMoments(told, deeds), 3).map(({ kind }) => kind)).toEqual(['deal', 'set'])
  })
})

describe('the graph', () => {
  it('has round marks that reach to the top', () => {
    expect(ticks(0, 3100)).toEqual([0, 1000, 2000, 3000, 4000])
    expect(ticks(0, 90)).toEqual([0, 20, 40, 60, 80, 100])
    expect(ticks(-300, 500)).toEqual([-400, -200, 0, 200, 400, 600])
    expect(ticks(0, 0)).toEqual([0, 1])
  })

  it('spreads the turns over its width and the worth over its height', () => {
    const { x, y, lines } = chart(
      [
        { number: 1, worth: [0, 100] },
        { number: 2, worth: [100, 0] },
      ],
      { width: 200, height: 100, left: 0, right: 0, top: 0, bottom: 0 },
    )
    expect([x(0), x(1), y(0), y(100)]).toEqual([0, 200, 100, 0])
    expect(lines).toEqual(['M0 100L200 0', 'M0 0L200 100'])
  })
})

describe('the hash', () => {
  it.each(['', 'abc', 'ș'.repeat(31), 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'x'.repeat(1000)])('of %j is SHA-256', (text) => {
    expect(new Sha256().add(text).hex()).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('can be asked in the middle', () => {
    const hash = new Sha256().add('ab')
    expect(hash.hex()).toBe(createHash('sha256').update('ab').digest('hex'))
    expect(hash.add('c').hex()).toBe(createHash('sha256').update('abc').digest('hex'))
  })

  it('reads and writes digits', () => {
    expect(toHex(fromHex('00ff10') ?? new Uint8Array())).toBe('00ff10')
    for (const wrong of ['0', 'FF', 'xy']) expect(fromHex(wrong)).toBeNull()
    expect(commitmentOf('00')).toBeNull()
  })
})

it('has the numbers of the published ChaCha8 vector', () => {
  // draft-strombergson-chacha-test-vectors, TC1 for 8 rounds: key and nonce of zeros.
  const generator = new Generator([0, 0, 0, 0, 0, 0, 0, 0])
  const bytes = new Uint8Array(32)
  const view = new DataView(bytes.buffer)
  for (let word = 0; word < 8; word++) view.setUint32(word * 4, generator.next(), true)
  expect(toHex(bytes)).toBe('3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e')
})

describe('fair dice', () => {
  const played = (one: (typeof games)[number]): Played => {
    const file = files[`../../src/magnate/editions/${one.edition}.toml`]
    if (!file) throw new Error(`no file of ${one.edition}`)
    const edition = new Edition(file.default, one.variant, one.skin ?? '')
    return { edition, rules: rulesInForce(edition, { edition: one.edition, variant: one.variant }), commitment: one.commitment, told: one.told as unknown as Told[], start: (one.start ?? null) as unknown as View | null }
  }
  const [clasico, server, expopolis] = games as [(typeof games)[number], (typeof games)[number], (typeof games)[number]]

  /** A record with one line changed and every seal made anew, as somebody would who knows how records are written. */
  function tampered(text: string, change: (line: string, number: number) => string): string {
    const hash = createHash('sha256')
    let begun = false
    const lines = text.trimEnd().split('\n').map((line, place) => {
      const bare = change(begun ? line.slice(0, -6) : line, place + 1)
      hash.update(`${bare}\n`)
      const sealed = begun ? `${bare} #${hash.copy().digest('hex').slice(0, 4)}` : bare
      begun ||= line === 'moves'
      return sealed
    })
    return `${lines.join('\n')}\n`
  }
  const lineOf = (text: string, part: RegExp): number => 1 + text.split('\n').findIndex((line) => part.test(line))

  it.each(games.map((one) => [one.edition, one] as const))('of %s are proved, every one of them', async (_, one) => {
    const parts: number[] = []
    const found = await checkDice(one.record, played(one), (part) => parts.push(part))
    const results = one.record.match(/(?<=[|dcsp\d] )[dcsp]\d+/g) ?? []
    const count = (letter: string): number => results.filter((word) => word.startsWith(letter)).length
    expect(found).toEqual({ verdict: 'proved', problem: null, moves: one.told.length, dice: count('d'), cards: count('c'), seats: count('s'), deeds: count('p'), decks: 2 })
    expect(found.cards).toBeGreaterThan(3)
    expect(parts.at(-1)).toBe(1)
    expect(parts).toEqual(parts.toSorted((a, b) => a - b))
  })

  it('are proved of a game that began in a position, where somebody held a card', async () => {
    const one = games.find(({ start }) => start) as (typeof games)[number]
    expect(one.record).toContain('\nposition magnate1/')
    expect(JSON.stringify(one.start)).toMatch(/"cards":\[\d/)
    expect((await checkDice(one.record, played(one))).verdict).toBe('proved')
    expect((await checkDice(one.record, { ...played(one), start: null })).problem).toMatchObject({ what: 'result' })
  })

  it('are proved of a game with handicaps', async () => {
    const text = tampered(clasico.record, (line) => line.replace(/^name 1 .*/, '$&\nhandicap 1 150'))
    expect(text).toContain('\nhandicap 1 150\n')
    expect(await checkDice(text, played(clasico))).toMatchObject({ verdict: 'proved', problem: null })
  })

  it('are drawn as each book has it: seats at random, deeds dealt, kept cards that return', async () => {
    expect((await checkDice(server.record, played(server))).seats).toBeGreaterThan(10)
    expect((await checkDice(expopolis.record, played(expopolis))).deeds).toBe(18)
    for (const one of [clasico, server]) expect(JSON.stringify(one.told)).toContain('CardUsed')
    expect(JSON.stringify(expopolis.told)).toContain('WentBankrupt')
  })

  it('are disproved with the move where a die was changed, in the record and in what the table was told', async () => {
    const place = lineOf(clasico.record, /^[4-9]\d .* \| d/)
    const at = Number(clasico.record.split('\n')[place - 1]?.split(' ')[0])
    const wrong = tampered(clasico.record, (text, number) => (number === place ? text.replace(/d(\d)/, (_, die: string) => `d${(Number(die) % 6) + 1}`) : text))
    const told = structuredClone(clasico.told) as unknown as Told[]
    expect((await checkDice(wrong, played(clasico))).problem).toEqual({ what: 'told', line: place, move: at, entry: at + 1 })
    const entry = told[at]?.entry
    if (entry?.type !== 'Played') throw new Error('no move')
    const luck: number[][] = entry.chance ?? []
    const first = luck[0] as number[]
    first[1] = ((first[1] as number) % 6) + 1
    const found = await checkDice(wrong, { ...played(clasico), told })
    expect(found.verdict).toBe('disproved')
    expect(found.problem).toMatchObject({ what: 'result', line: place, move: at, recorded: { kind: 'd', value: first[1] } })
    expect(found.moves).toBe(at)
  })

  it('are disproved by another secret, another promise, and another word of a seat', async () => {
    const other = 'ab'.repeat(32)
    const swapped = tampered(clasico.record, (line) => line.replace(/^secret .*/, `secret ${other}`))
    expect((await checkDice(swapped, played(clasico))).problem).toEqual({ what: 'secret' })
    const promised = tampered(swapped, (line) => line.replace(/^commitment .*/, `commitment ${commitmentOf(other)}`))
    expect((await checkDice(promised, played(clasico))).problem).toEqual({ what: 'promise' })
    expect((await checkDice(promised, { ...played(clasico), commitment: commitmentOf(other) ?? '' })).problem).toMatchObject({ what: 'result', move: 1 })
    const word = tampered(clasico.record, (line) => line.replace(/^entropy 0 .*/, 'entropy 0 "x"'))
    expect((await checkDice(word, played(clasico))).problem).toEqual({ what: 'entropy' })
  })

  it('are disproved where the order of a deck is not the shuffled one', async () => {
    const [one, two] = [...clasico.record.matchAll(/^(\d+) .*\| .*\bc(\d+)/gm)]
    expect(one?.[2]).not.toBe(two?.[2])
    const change = (text: string): string => text.replace(/\bc\d+/, `c${two?.[2]}`)
    const wrong = tampered(clasico.record, (line) => (line.startsWith(`${one?.[1]} `) ? change(line) : line))
    const told = structuredClone(clasico.told) as unknown as Told[]
    const entry = told[Number(one?.[1])]?.entry
    const luck: number[][] = entry?.type === 'Played' ? (entry.chance ?? []) : []
    for (const pair of luck) if (pair[0] === 2) pair[1] = Number(two?.[2])
    expect((await checkDice(wrong, { ...played(clasico), told })).problem).toMatchObject({ what: 'result', move: Number(one?.[1]), thrown: { kind: 'c', value: Number(one?.[2]) } })
  })

  it('are disproved where the record leaves moves out, or tells another action', async () => {
    const lines = clasico.record.trimEnd().split('\n')
    const short = tampered([...lines.slice(0, -2), `end ${clasico.told.length - 2} #0000`].join('\n'), (line) => line)
    expect((await checkDice(short, played(clasico))).problem).toMatchObject({ what: 'told', move: clasico.told.length - 1 })
    const bought = lineOf(clasico.record, / BuyDeed/)
    const refused = tampered(clasico.record, (line, number) => (number === bought ? line.replace('BuyDeed', 'RefuseDeed') : line))
    expect((await checkDice(refused, played(clasico))).problem).toMatchObject({ what: 'told', line: bought })
  })

  it('are unproved while the secret is not revealed', async () => {
    const hidden = tampered(clasico.record, (line) => line).replace(/^secret .*\n/m, '')
    const sealed = tampered(hidden, (line) => line)
    expect(await checkDice(sealed, played(clasico))).toMatchObject({ verdict: 'unproved', problem: null, dice: 0 })
  })

  it('are not read from what is no record, and the line is named', async () => {
    const lines = clasico.record.split('\n')
    const changed = lines.map((line, place) => (place === 20 ? `${line.slice(0, -1)}x` : line)).join('\n')
    expect((await checkDice(changed, played(clasico))).problem).toEqual({ what: 'record', wrong: 'seal', line: 21 })
    for (const [text, line, wrong] of [
      ['', 1, 'heading'],
      [lines.map((line, place) => (place === 20 ? line.replace(/ /, '  ') : line)).join('\n'), 21, 'seal'],
      ['hello', 1, 'heading'],
      ['magnate record 1\nedition', 2, 'heading'],
      [`magnate record 1\nnonsense x\nmoves\n`, 2, 'heading'],
      [lines.slice(0, -2).join('\n'), lines.length - 1, 'end'],
    ] as const) {
      expect(() => readRecord(text)).toThrow(new RecordError(line, wrong))
    }
  })

  it('have a key from the secret and every word, as Python makes it', () => {
    const key = keyOf('00'.repeat(32), ['ană', ''])
    const raw = createHash('sha256').update('magnate fair dice 1').update(Buffer.alloc(32)).update(Buffer.from([4, 0, 0, 0])).update('ană').update(Buffer.alloc(4)).digest()
    expect(key).toEqual(Array.from({ length: 8 }, (_, place) => raw.readUInt32LE(place * 4)))
  })
})
