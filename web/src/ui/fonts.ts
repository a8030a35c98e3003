/** Loads fonts after the first paint: the page is readable without them. */

import { loadPart } from '$lib/parts'
import { storage } from '$lib/storage'

const KEPT = 'fonts'
let asked = false

/** Fetch them now; once is enough. */
export function loadFonts(): void {
  if (asked) return
  asked = true
  void loadPart(() => import('./fonts.css')).then(
    () => storage.set(KEPT, 'kept'),
    () => undefined, // the page is readable in those of the machine
  )
}

/** Who was here before has them already: no reason to wait. */
export function loadKeptFonts(): void {
  if (storage.get(KEPT)) loadFonts()
}
