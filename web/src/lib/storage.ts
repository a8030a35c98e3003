/** What this browser keeps between visits. Where it may keep nothing, it is kept until the page is left. */

const here = new Map<string, string>()

export const storage = {
  get(key: string): string | null {
    try {
      return here.get(key) ?? localStorage.getItem(key)
    } catch {
      return here.get(key) ?? null
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
}
