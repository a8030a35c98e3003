/**
 * Browser notifications that it is my turn: from the page while its tab is hidden, and by Web Push while none is open.
 * Only after the player has enabled them.
 */
import { loadPart } from './parts'
import { storage } from './storage'

const KEPT = 'notices'
const canTell = (): boolean => typeof Notification !== 'undefined'
let shown: Notification | null = null

export const notices = {
  /** Whether somebody wants them and the browser allows them. */
  get on(): boolean {
    return storage.get(KEPT) === 'on' && canTell() && Notification.permission === 'granted'
  },

  /** Switch them; the browser asks the person now. What it came to. */
  async set(wanted: boolean): Promise<boolean> {
    const allowed = wanted && canTell() && (await Notification.requestPermission().catch(() => 'denied')) === 'granted'
    storage.set(KEPT, allowed ? 'on' : 'off')
    const { subscribe, unsubscribe } = await loadPart(() => import('./push'))
    await (allowed ? subscribe() : unsubscribe()).catch(() => undefined) // the page tells by itself while it is open
    return allowed
  },

  /** Whether they come while no page is open, too: the host sends them and the browser takes them. */
  async reachAway(): Promise<boolean> {
    return (await (await loadPart(() => import('./push'))).offeredKey()) !== null
  },

  /** Somebody is here again: the server learns that this browser is still used, by whom, and in which language. */
  async renew(): Promise<void> {
    if (this.on) await (await loadPart(() => import('./push'))).subscribe()
  },

  /** Say it, if nobody is looking. A click comes back to the table. */
  tell(title: string, text: string, table: string): void {
    if (!this.on || document.visibilityState !== 'hidden') return
    try {
      shown = new Notification(title, { body: text, tag: `turn:${table}`, icon: '/icon.svg' })
      shown.onclick = () => {
        window.focus()
        this.close(table)
      }
    } catch {
      // Some phones allow them only to installed pages: the title of the tab says it too.
    }
  },

  /** Take back what was said: it has been seen. */
  close(table: string): void {
    shown?.close()
    shown = null
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    workers
      ?.getRegistration()
      .then((worker) => worker?.getNotifications({ tag: `turn:${table}` }))
      .then((all) => all?.forEach((one) => one.close()))
      .catch(() => undefined)
  },
}
