/** Parts of the page that are loaded on demand: fetched again after a moment when they could not be. */
import { pauseBefore } from './retry'

const TRIES = 4

/** Load a part; try again a few times before it counts as failed. */
export async function loadPart<Part>(load: () => Promise<Part>, most = TRIES): Promise<Part> {
  for (let tries = 0; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (tries >= most) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseBefore(tries)))
  }
}

/** Stylesheets come by links of their own: one that failed is replaced by another. */
export function keepStyles(): void {
  const tries = new Map<string, number>()
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      const before = tries.get(target.href) ?? 0
      tries.set(target.href, before + 1)
      if (before < TRIES) setTimeout(() => target.replaceWith(target.cloneNode()), pauseBefore(before))
    },
    true, // it does not bubble
  )
}
