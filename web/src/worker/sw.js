/**
 * The service worker: the page opens without a connection, and notices arrive while no page is open.
 *
 * Pages come from the server while it answers, so that no old page meets a newer server. Parts of the client are named by
 * their content and kept as they are used. Nothing of the API is ever kept.
 */

const BUILD = '__BUILD__' // vite.config.ts puts a mark of the build here: another build is another worker
const KEPT = `magnate-${BUILD}`
const PAGE = '/'
const PAGES = /^\/(t\/[^/]+|rules(\/[^/]+)?|(learn|puzzles)(\/[^/]+){0,2}|position)?$/
const PARTS = '/assets/'
const DOWN = [502, 503, 504] // what a proxy answers for a server that is down

addEventListener('install', () => void skipWaiting())
addEventListener('activate', (event) => event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()])))

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate' && PAGES.test(pathname)) event.respondWith(page(event))
  else if (pathname.startsWith(PARTS)) event.respondWith(part(event.request))
})

/** The page as the server has it; the one that was kept where the server does not answer. */
async function page(event) {
  let answer, failure
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request))
    if (!DOWN.includes(answer.status)) return answer
  } catch (error) {
    failure = error
  }
  const kept = await caches.match(PAGE)
  if (kept ?? answer) return kept ?? answer
  throw failure
}

/** A part of the client: what was kept, or what the server has, which is kept. */
async function part(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone())
  return answer
}

/** Have a part among those of this build; what another build kept is the same under the same name. */
async function own(cache, path) {
  const request = new Request(path)
  if (await cache.match(request, { ignoreVary: true })) return
  const answer = await part(request)
  if (answer.ok) await cache.put(request, answer)
}

/** Keep the page with all of its parts; what other builds kept goes only once this one is whole. */
async function keep(parts) {
  const cache = await caches.open(KEPT)
  await Promise.all(parts.map((path) => own(cache, path)))
  const answer = await fetch(PAGE, { cache: 'no-cache' })
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const found = await Promise.all(named.map((one) => cache.match(one, { ignoreVary: true })))
  if (!answer.ok || !named.length || found.includes(undefined)) return
  await cache.put(PAGE, answer)
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
}

addEventListener('message', (event) => {
  if (event.data?.type === 'keep') event.waitUntil(keep(event.data.parts))
})

// Notices: `server/push/notifier.py` writes them, in the language of whoever is told.

addEventListener('push', (event) => {
  const notice = event.data?.json()
  if (!notice) return
  const { title, body, tag, url } = notice
  event.waitUntil(registration.showNotification(title, { body, tag, renotify: true, icon: '/icons/icon-192.png', data: { url } }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(goTo(event.notification.data?.url ?? PAGE))
})

/** Bring a page to the front: the one that is there already, or a new one. */
async function goTo(path) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => new URL(url).pathname === path)
  return there ? there.focus() : clients.openWindow(path)
}
