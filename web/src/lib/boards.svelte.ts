/** What is printed on boards and cards, for readers of neither the edition's language nor English. Comes with the first board. */
import type { Language } from './words.svelte'

type Print = Record<string, string>

const files = import.meta.glob<{ default: Print }>('../../../src/magnate/words/*/boards/*.toml')

class Boards {
  #prints = $state.raw<Partial<Record<string, Print>>>({})
  #asked = new Map<string, Promise<void>>()

  /** Have the texts of an edition in a language; English and the edition's own language have none. */
  load(edition: string, language: string): Promise<void> {
    const key = `${edition}/${language}`
    let asked = this.#asked.get(key)
    if (!asked) {
      asked = this.#fetch(key)
      this.#asked.set(key, asked)
    }
    return asked
  }

  /** Have the texts of every edition that was shown in a language about to be spoken. */
  async follow(language: Language): Promise<void> {
    const shown = new Set([...this.#asked.keys()].map((key) => key.split('/')[0] ?? ''))
    await Promise.all([...shown].map((edition) => this.load(edition, language)))
  }

  /** A text of an edition in a language; undefined where it stays as it is, or is still on its way. */
  text(edition: string, language: Language, own: string): string | undefined {
    const print = this.#prints[`${edition}/${language}`]
    if (!print) void this.load(edition, language)
    return print?.[own]
  }

  async #fetch(key: string): Promise<void> {
    try {
      const [edition, language] = key.split('/')
      const found = await files[`../../../src/magnate/words/${language}/boards/${edition}.toml`]?.()
      this.#prints = { ...this.#prints, [key]: found?.default ?? {} }
    } catch {
      this.#asked.delete(key) // no connection just now: the next text asks again
    }
  }
}

export const boards = new Boards()
