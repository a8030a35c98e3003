/** The letters come when the page stands: it reads well without them, and they must not hold up the first move. */

import { storage } from '$lib/storage'

const KEPT = 'fonts'
let asked = false

/** Fetch them now; once is enough. */
export function loadFonts(): void {
  if (asked) return
  asked = true
  void import('./fonts.css').then(() => storage.set(KEPT, 'kept'))
}

/** Who was here before has them already: no reason to wait. */
export function loadKeptFonts(): void {
  if (storage.get(KEPT)) loadFonts()
}
