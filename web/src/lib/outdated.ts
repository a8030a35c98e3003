/** A page that is older than the server: the files it would still fetch are gone, and only a reload helps. */

const RELOADED = 'reloaded' // in the storage of this tab: the builds it was reloaded for

/** The script that a page starts with: its name says which build the page is of. */
const startOf = (page: Document): string | null => page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? null

/** The same of the page that the server has now; null without an answer. */
async function startOnServer(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    return answer.ok ? startOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null
  } catch {
    return null
  }
}

/** Note that a build is reloaded; false if it was before, or where that cannot be noted: no page reloads for ever. */
function mayReload(build: string): boolean {
  try {
    const before = sessionStorage.getItem(RELOADED)?.split(' ') ?? []
    if (before.includes(build)) return false
    sessionStorage.setItem(RELOADED, [...before, build].join(' '))
    return true
  } catch {
    return false
  }
}

/** Reload the page if the server has another one, or, with `anyway`, the same. Whether it is on its way. */
export async function reloadOnce(anyway: boolean): Promise<boolean> {
  const [ours, theirs] = [startOf(document), await startOnServer()]
  if (!ours || !theirs || (theirs === ours && !anyway) || !mayReload(ours)) return false
  location.reload()
  return true
}
