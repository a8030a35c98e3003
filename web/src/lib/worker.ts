/** The service worker: registered once the page stands, and told which parts the page was made of. */
import { notices } from './notices'

const PARTS = '/assets/'

function usedParts(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  return names.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(PARTS)).map(({ pathname }) => pathname)
}

/** Let the page open without a connection from now on. Browsers allow it over https, and on the machine itself. */
export function startWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || !import.meta.env.PROD) return
  const keep = (): void => workers.controller?.postMessage({ type: 'keep', parts: usedParts() })
  workers.addEventListener('controllerchange', keep) // a newer worker has taken over
  workers
    .register('/sw.js')
    .then(keep)
    .then(() => notices.renew())
    .catch(() => undefined) // without one everything else works
}
