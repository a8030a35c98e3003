/**
 * What lies open over the page has an entry of its own in the history: Back closes it, as phones have taught everybody,
 * instead of leaving the table. An entry knows how many layers it stands for. What is closed otherwise leaves its entry
 * there for the next one; whoever steps back from an entry of which nothing is open any more is led on to where they go.
 */

interface Layer {
  close: () => void
  /** What must be answered stays. */
  mayClose?: () => boolean
  /** The browser tells a little later that it closed a dialog. */
  isOpen?: () => boolean
}

const open: Layer[] = []
/** How many layers the present entry of the history stands for. */
const depth = (): number => (history.state as { layers?: number } | null)?.layers ?? 0
let at = typeof history === 'undefined' ? 0 : depth()
let planned = false

/** Something lies open from now on; the answer is to be called when it is closed. */
export function layOver(layer: Layer): () => void {
  open.push(layer)
  plan()
  return () => {
    const place = open.indexOf(layer)
    if (place >= 0) open.splice(place, 1)
  }
}

/** Another address from now on; `replace` leaves no trace of this one. The entry of a layer goes with what opened it. */
export function writeAddress(path: string, replace: boolean): void {
  if (replace) history.replaceState(history.state, '', path)
  else if (at > 0) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  at = depth()
}

/** Soon, and once for what closes and opens together: one sheet after the other is one entry. */
function plan(): void {
  if (planned) return
  planned = true
  setTimeout(() => {
    planned = false
    while (at < open.length) history.pushState({ layers: ++at }, '')
  })
}

/** Somebody went back or forward. */
function went(): void {
  const before = at
  at = depth()
  if (at >= before) return
  const above = open
    .slice(at)
    .filter((layer) => layer.isOpen?.() ?? true)
    .reverse()
  for (const layer of above) {
    if (layer.mayClose && !layer.mayClose()) break
    layer.close()
  }
  if (above.length) plan()
  else history.back()
}

if (typeof window !== 'undefined') addEventListener('popstate', went)
