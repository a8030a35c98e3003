/** Notices while no page is open, by Web Push: this browser subscribes with the host's key, and the server keeps where to send. */
import { ask } from './api'
import type { PushOffer, Subscribe } from './protocol'
import { words } from './words.svelte'

let offer: Promise<string | null> | undefined

/** The key to subscribe with; null where the host sends no notices, or the browser cannot show them. */
export function offeredKey(): Promise<string | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return Promise.resolve(null)
  offer ??= ask<PushOffer>('/api/push')
    .then(({ key }) => key)
    .catch(() => {
      offer = undefined
      return null
    })
  return offer
}

const send = (method: 'PUT' | 'DELETE', body: object): Promise<unknown> =>
  ask('/api/me/push', { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

/** Whether a subscription is one to this host's present key. */
function isOurs(one: PushSubscription, key: string): boolean {
  const own = new Uint8Array(one.options.applicationServerKey ?? new ArrayBuffer(0))
  const wanted = bytes(key)
  return own.length === wanted.length && own.every((byte, at) => byte === wanted[at])
}

/** Subscribe, or renew what is there: the server learns the language, and who uses this browser now. */
export async function subscribe(): Promise<void> {
  const key = await offeredKey()
  if (!key) return
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  let found = await pushManager.getSubscription()
  if (found && !isOurs(found, key)) {
    await found.unsubscribe()
    found = null
  }
  found ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
  const { endpoint, keys } = found.toJSON()
  if (endpoint && keys?.p256dh && keys.auth) await send('PUT', { endpoint, p256dh: keys.p256dh, auth: keys.auth, language: words.language } satisfies Subscribe)
}

/** Be told nothing more. */
export async function unsubscribe(): Promise<void> {
  const found = await (await navigator.serviceWorker?.getRegistration())?.pushManager.getSubscription()
  if (!found) return
  await send('DELETE', { endpoint: found.endpoint })
  await found.unsubscribe()
}
