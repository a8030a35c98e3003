/** The pace of the bots and of what is shown, and whether anything moves at all. The server hears of it in `table/pacing.svelte.ts`. */
import { storage } from './storage'
import type { Pace } from './story'

const KEPT = 'pace'

class Tempo {
  pace = $state<Pace>(kept())
  reduced = $state(matchMedia('(prefers-reduced-motion: reduce)').matches)
  /** Called when the pace changes: whatever moves may have to stop. */
  onchange = (): void => undefined
  #asText = $state(false)

  constructor() {
    const query = matchMedia('(prefers-reduced-motion: reduce)')
    query.addEventListener('change', () => {
      this.reduced = query.matches
      this.onchange()
    })
  }

  /** Nothing moves: things simply are where they are. */
  get still(): boolean {
    return this.pace === 'instant' || this.reduced || this.#asText
  }

  /** The table is read as text, or looked at again. */
  setText(asText: boolean): void {
    this.#asText = asText
    this.onchange()
  }

  setPace(pace: Pace): void {
    this.pace = pace
    storage.set(KEPT, pace)
    this.onchange()
  }
}

function kept(): Pace {
  const found = storage.get(KEPT)
  if (found === 'off') return 'instant' // as 0.1 wrote it
  return found === 'instant' || found === 'fast' ? found : 'normal'
}

export const tempo = new Tempo()
