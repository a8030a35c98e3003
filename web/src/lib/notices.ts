/** Browser notifications that it is my turn, while the tab is hidden. Only after the player has enabled them. */
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
    return allowed
  },

  /** Say it, if nobody is looking. A click comes back to the table. */
  tell(title: string, text: string, table: string): void {
    if (!this.on || document.visibilityState !== 'hidden') return
    try {
      shown = new Notification(title, { body: text, tag: `turn:${table}`, icon: '/icon.svg' })
      shown.onclick = () => {
        window.focus()
        this.close()
      }
    } catch {
      // Some phones allow them only to installed pages: the title of the tab says it too.
    }
  },

  /** Take back what was said: it has been seen. */
  close(): void {
    shown?.close()
    shown = null
  },
}
