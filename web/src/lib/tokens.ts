/** Tokens of seats, kept by the browser by table and seat, so that closing a window loses nothing. */
import { storage } from './storage'

/** A token by its seat. Version 0.1.0 kept a list: such a token stands under itself until its seat is known. */
type Tokens = Record<string, string>

function read(table: string): Tokens {
  const kept = JSON.parse(storage.get(`seats:${table}`) ?? '{}') as Tokens | string[]
  return Array.isArray(kept) ? Object.fromEntries(kept.map((token) => [token, token])) : kept
}

/** Change what is kept: first drop some of it, then add to it. */
function change(table: string, isDropped: (seat: string, token: string) => boolean, added: Tokens = {}): void {
  const left = Object.entries(read(table)).filter(([seat, token]) => !isDropped(seat, token))
  storage.set(`seats:${table}`, JSON.stringify({ ...Object.fromEntries(left), ...added }))
}

export const keptTokens = {
  /** What goes into Hello, which takes eight. */
  all: (table: string): string[] => Object.values(read(table)).slice(-8),

  /** Keep the token of a seat; without its number where that is not known. */
  keep: (table: string, token: string, seat?: number | null): void => change(table, (_, other) => other === token, { [seat ?? token]: token }),

  /** Forget the tokens of seats that were given up. */
  leave: (table: string, isLeft: (seat: number) => boolean): void => change(table, (seat) => isLeft(Number(seat))),

  /** Forget tokens that the server refuses. */
  forget: (table: string, tokens: readonly string[]): void => change(table, (_, token) => tokens.includes(token)),
}
