/** Parts of the page that are loaded on demand: fetched again after a moment when they could not be. */
import { missing } from './missing.svelte'
import { reloadOnce } from './outdated'
import { pauseBefore } from './retry'

const TRIES = 4
const never = <Part>(): Promise<Part> => new Promise(() => undefined)

/** Reload instead of failing: immediately if the server has another build, else only where trying again did not help. */
let asking: Promise<boolean> | undefined
let leaving = false
async function leaves(anyway: boolean): Promise<boolean> {
  asking ??= reloadOnce(anyway).finally(() => (asking = undefined)) // many parts fail at once
  leaving = (await asking) || leaving
  return leaving
}

/** Load a part; try again a few times before it counts as failed. A page whose parts are gone is reloaded. */
export async function loadPart<Part>(load: () => Promise<Part>, most = TRIES): Promise<Part> {
  for (let tries = 0; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if ((tries === 0 || tries === TRIES) && (await leaves(tries === TRIES))) return never()
      if (tries >= most) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseBefore(tries)))
  }
}

/** The same for a part that the page stands without: if it cannot be loaded, the page says so and goes on. */
export async function loadDetail<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    const part = await loadPart(load)
    missing.part = false
    return part
  } catch {
    missing.part = true
    return never()
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
      else void leaves(true)
    },
    true, // it does not bubble
  )
}
