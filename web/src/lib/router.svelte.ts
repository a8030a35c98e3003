/** Where we are: the address is the state, so that every place has a link. */

export type Place =
  | { at: 'start' }
  | { at: 'table'; table: string; move: number | null }
  | { at: 'rules'; edition: string | null }

function read(): Place {
  const [, first, second] = location.pathname.split('/')
  const move = new URLSearchParams(location.search).get('move')
  if (first === 't' && second) return { at: 'table', table: second.toLowerCase(), move: move === null ? null : Number(move) }
  if (first === 'rules') return { at: 'rules', edition: second ?? null }
  return { at: 'start' }
}

class Router {
  place = $state<Place>(read())

  constructor() {
    addEventListener('popstate', () => (this.place = read()))
  }

  /** Go to another place; `replace` leaves no trace in the history. */
  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.place = read()
    scrollTo(0, 0)
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
