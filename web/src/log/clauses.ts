/** The clauses that events refer to. Fetched once, when somebody opens an explanation. */

import { ask } from '$lib/api'
import type { Ambiguity, Book, Clause } from '$lib/protocol'

const books = new Map<string, Promise<Book>>()

export function bookOf(edition: string): Promise<Book> {
  let book = books.get(edition)
  if (!book) {
    book = ask<Book>(`/api/clauses/${encodeURIComponent(edition)}`)
    books.set(edition, book)
    book.catch(() => books.delete(edition))
  }
  return book
}

/** A clause with what completes it; or an open point by itself. */
export interface Found {
  clause: Clause | null
  settled: Ambiguity[]
}

export function findClause(book: Book, id: string): Found {
  const clause = book.clauses.find((one) => one.id === id) ?? null
  const ids = clause ? (clause.see ?? []) : [id]
  return { clause, settled: book.settled.filter((one) => ids.includes(one.id)) }
}
