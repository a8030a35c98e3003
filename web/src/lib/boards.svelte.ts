/** What is printed on boards and cards, for readers of neither the edition's language nor English. Comes with the first board. */
import type { Language } from './words.svelte'

type Print = Record<string, Record<string, string>>

const files = import.meta.glob<{ default: Print }>('../words/boards/*.toml')

class Boards {
  #prints = $state.raw<Partial<Record<string, Print>>>({})
  #asked = new Map<string, Promise<void>>()

  /** Have the texts of a language; English and languages nobody translated into have none. */
  load(language: string): Promise<void> {
    let asked = this.#asked.get(language)
    if (!asked) {
      asked = this.#fetch(language)
      this.#asked.set(language, asked)
    }
    return asked
  }

  /** A text of an edition in a language; undefined where it stays as it is, or is still on its way. */
  text(edition: string, language: Language, own: string): string | undefined {
    const print = this.#prints[language]
    if (!print) void this.load(language)
    return print?.[edition]?.[own]
  }

  async #fetch(language: string): Promise<void> {
    try {
      const found = await files[`../words/boards/${language}.toml`]?.()
      this.#prints = { ...this.#prints, [language]: found?.default ?? {} }
    } catch {
      this.#asked.delete(language) // no connection just now: the next text asks again
    }
  }
}

export const boards = new Boards()
