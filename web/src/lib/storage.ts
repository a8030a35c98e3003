/** Local storage of the browser; falls back to memory where storage is not allowed. */

const here = new Map<string, string>()

export const storage = {
  get(key: string): string | null {
    try {
      return here.get(key) ?? localStorage.getItem(key)
    } catch {
      return here.get(key) ?? null
    }
  },

  /** Forget everything but these. */
  clear(kept: readonly string[]): void {
    for (const key of here.keys()) if (!kept.includes(key)) here.delete(key)
    try {
      for (const key of Object.keys(localStorage)) if (!kept.includes(key)) localStorage.removeItem(key)
    } catch {
      // Nothing is kept where storage is not allowed.
    }
  },

  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
      here.delete(key)
    } catch {
      here.set(key, value)
    }
  },

  remove(key: string): void {
    here.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // it was never there
    }
  },
}
