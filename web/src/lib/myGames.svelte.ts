/** My games: where play waits for me, kept up to date while the page is open, and shown on the icon of an installed page. */
import { ask } from '$lib/api'
import type { Listed, Listing } from '$lib/protocol'
import { router } from '$lib/router.svelte'

const REFRESH = 20_000
const SELDOM = 3 // so many times less often where the list itself is not shown
const SOON = 2_000 // not twice within so long

/** First where I am awaited, the least time first, then the longest waiting; then the others, the latest move first. */
export function byUrgency(a: Listed, b: Listed): number {
  const [mine, other] = [a.awaits, b.awaits]
  if (!mine || !other) return Number(!mine) - Number(!other) || b.at - a.at
  return (mine.until ?? Infinity) - (other.until ?? Infinity) || mine.since - other.since
}

class MyGames {
  /** Those that are open or playing, by urgency. */
  running = $state.raw<Listed[]>([])
  #loaded = 0

  /** Where I am awaited, but for the table that is open. */
  readonly awaiting = $derived.by(() => {
    const here = router.place.at === 'table' ? router.place.table : null
    return this.running.filter((one) => one.awaits && one.id !== here)
  })

  async load(): Promise<void> {
    this.#loaded = Date.now()
    const { tables } = await ask<Listing>('/api/me/games?running=true&limit=100')
    this.running = tables.sort(byUrgency)
    const count = tables.filter((one) => one.awaits).length
    if ('setAppBadge' in navigator) void (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
  }

  /** Look again now and then, and at once when somebody comes back to the page. */
  follow(): () => void {
    let times = 0
    const look = (): void => {
      if (document.visibilityState === 'visible' && Date.now() - this.#loaded >= SOON) void this.load().catch(() => undefined)
    }
    const timer = setInterval(() => {
      if (times++ % SELDOM === 0 || router.place.at === 'start') look()
    }, REFRESH)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }

  /** The title of a page, with the number of games that wait. */
  titled(title: string): string {
    return this.awaiting.length ? `(${this.awaiting.length}) ${title}` : title
  }
}

export const myGames = new MyGames()
