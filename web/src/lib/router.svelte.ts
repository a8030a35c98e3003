/** The router: the address is the state, so every page has a link. */
import { writeAddress } from './layers'

export type Place =
  | { at: 'start' }
  | { at: 'table'; table: string; move: number | null; review: number | null }
  | { at: 'rules'; edition: string | null }
  | { at: 'position'; text: string }
  | { at: 'learn'; edition: string | null; lesson: string | null }
  | { at: 'puzzles'; edition: string | null; puzzle: string | null }
  | { at: 'nowhere' }

function read(): Place {
  const [first, second, third, more] = location.pathname.split('/').filter(Boolean)
  const asked = new URLSearchParams(location.search)
  const [move, review] = [asked.get('move'), asked.get('review')]
  if (first === 'learn' && more === undefined) return { at: 'learn', edition: second ?? null, lesson: third ?? null }
  if (first === 'puzzles' && more === undefined) return { at: 'puzzles', edition: second ?? null, puzzle: third ?? null }
  if (third !== undefined) return { at: 'nowhere' }
  if (first === 't' && second) return { at: 'table', table: second.toLowerCase(), move: move === null ? null : Number(move), review: review === null ? null : Number(review) }
  if (first === 'rules') return { at: 'rules', edition: second ?? null }
  if (first === 'position' && second === undefined) return { at: 'position', text: asked.get('text') ?? '' }
  return first === undefined ? { at: 'start' } : { at: 'nowhere' }
}

class Router {
  place = $state<Place>(read())

  constructor() {
    addEventListener('popstate', () => this.#look())
  }

  /** Go to another place; `replace` leaves no trace in the history. */
  go(path: string, replace = false): void {
    writeAddress(path, replace)
    this.#look()
    scrollTo(0, 0)
  }

  /** Where we are now. The same place stays the same: whoever sits at its table goes on sitting there. */
  #look(): void {
    const place = read()
    if (JSON.stringify(place) !== JSON.stringify(this.place)) this.place = place
  }

  /** Follow a link without loading the page again. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget
    if (!(link instanceof HTMLAnchorElement) || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }
}

export const router = new Router()
