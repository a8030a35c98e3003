/** Reads a record: heading, moves, and the hash at the end of every line (`magnate/record.py`). */
import { Sha256 } from './sha256'

export const HEADING = 'magnate record 1'
const UNREAD = ['table', 'position', 'handicap'] // the table was told what these lines say

/** A result of chance: d a die, c a card, s a seat, p a deed dealt. */
export interface Result {
  kind: 'd' | 'c' | 's' | 'p'
  value: number
}

export interface Move {
  /** The line it stands on, from 1. */
  line: number
  number: number
  /** Nobody's: the Bank set up the table, or called time. */
  seat: number | null
  action: string
  body: Record<string, unknown>
  chance: Result[]
}

export interface Head {
  edition: string
  version: number
  variant: string | null
  skin: string | null
  options: Record<string, unknown>
  seats: number
  names: string[]
  commitment: string
  entropy: string[]
  secret: string
}

export interface GameRecord {
  head: Head
  moves: Move[]
}

export type Wrong = 'heading' | 'seal' | 'line' | 'end'

/** A record that cannot be read: the line, from 1, and what is wrong with it. */
export class RecordError extends Error {
  constructor(
    readonly line: number,
    readonly wrong: Wrong,
  ) {
    super(`line ${line}: ${wrong}`)
  }
}

export function readRecord(text: string): GameRecord {
  const lines = text.replace(/\n$/, '').split('\n')
  const seal = new Sha256()
  const begin = lines.indexOf('moves')
  if (lines[0] !== HEADING) throw new RecordError(1, 'heading')
  if (begin < 0) throw new RecordError(lines.length, 'heading')
  for (const line of lines.slice(0, begin + 1)) seal.add(`${line}\n`)
  const head = readHead(lines.slice(1, begin))
  const moves: Move[] = []
  for (let at = begin + 1; at < lines.length; at++) {
    const sealed = /^(.*) #([0-9a-f]{4})$/s.exec(lines[at] as string)
    if (!sealed) throw new RecordError(at + 1, at === lines.length - 1 ? 'end' : 'seal')
    const [, line = '', digits] = sealed
    if (seal.add(`${line}\n`).hex().slice(0, 4) !== digits) throw new RecordError(at + 1, 'seal')
    if (line === `end ${moves.length - 1}` && at === lines.length - 1 && moves.length) return { head, moves }
    moves.push(readMove(line, at + 1, moves.length))
  }
  throw new RecordError(lines.length + 1, 'end')
}

function readHead(lines: string[]): Head {
  const head: Head = { edition: '', version: 0, variant: null, skin: null, options: {}, seats: 0, names: [], commitment: '', entropy: [], secret: '' }
  lines.forEach((line, place) => {
    const [, word = '', rest = ''] = /^(\w+) (.*)$/s.exec(line) ?? []
    const [, first = '', second = ''] = /^(\S+) (.*)$/s.exec(rest) ?? []
    try {
      if (word === 'edition') Object.assign(head, { edition: first, version: Number(second) })
      else if (word === 'variant' || word === 'skin' || word === 'commitment' || word === 'secret') head[word] = rest
      else if (word === 'seats') head.seats = Number(rest)
      else if (word === 'option') head.options[first] = JSON.parse(second) as unknown
      else if (word === 'name') head.names[Number(first)] = String(JSON.parse(second))
      else if (word === 'entropy') head.entropy[Number(first)] = String(JSON.parse(second))
      else if (!UNREAD.includes(word)) throw new RecordError(place + 2, 'heading')
    } catch {
      throw new RecordError(place + 2, 'heading')
    }
  })
  return head
}

function readMove(line: string, at: number, number: number): Move {
  const [play = '', luck = ''] = line.split(/ \| (?=[dcsp\d ]*$)/)
  const found = /^(\d+) (-|\d+) (\w+)(?: (\{.*\}))?$/s.exec(play)
  if (!found || Number(found[1]) !== number || (found[3] === 'SetUp') !== (number === 0)) throw new RecordError(at, 'line')
  const [, , seat, action = '', body = '{}'] = found
  const chance = luck.split(' ').filter(Boolean).map((word) => readResult(word, at))
  try {
    return { line: at, number, seat: seat === '-' ? null : Number(seat), action, body: JSON.parse(body) as Record<string, unknown>, chance }
  } catch {
    throw new RecordError(at, 'line')
  }
}

function readResult(word: string, at: number): Result {
  const found = /^([dcsp])(\d{1,10})$/.exec(word)
  if (!found) throw new RecordError(at, 'line')
  return { kind: found[1] as Result['kind'], value: Number(found[2]) }
}
