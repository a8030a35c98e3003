/** The rulebook behind the log: every event names the clause it follows from. Fetched once, when somebody asks why. */

/** One sentence of the book, in English; `heading` is where it stands, in the book's language. */
export interface Clause {
  id: string
  chapter: string
  text: string
  heading: string
  see?: string[]
}

/** What the book leaves open, and how it is played. */
export interface Settled {
  id: string
  title: string
  editions: string[]
  scope?: string
  book: string
  resolve: string
  why: string
}

export interface Book {
  edition: string
  title: string
  language: string
  clauses: Clause[]
  settled: Settled[]
}

const books = new Map<string, Promise<Book>>()

export function bookOf(edition: string): Promise<Book> {
  let book = books.get(edition)
  if (!book) {
    book = fetch(`/api/clauses/${encodeURIComponent(edition)}`).then((answer) => {
      if (!answer.ok) throw new Error(`there is no book of ${edition}`)
      return answer.json() as Promise<Book>
    })
    books.set(edition, book)
    book.catch(() => books.delete(edition))
  }
  return book
}

/** A clause with what completes it; or an open point by itself. */
export interface Found {
  clause: Clause | null
  settled: Settled[]
}

export function findClause(book: Book, id: string): Found {
  const clause = book.clauses.find((one) => one.id === id) ?? null
  const ids = clause ? (clause.see ?? []) : [id]
  return { clause, settled: book.settled.filter((one) => ids.includes(one.id)) }
}
