/** Words in four languages: the interface's own, and the game's, which the terminal uses too. Loaded as needed. */

export const LANGUAGES = ['it', 'ro', 'es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
type Tree = { [key: string]: string | Tree }

const own = import.meta.glob<{ default: Tree }>('../words/*.toml')
const games = import.meta.glob<{ default: Tree }>('../../../src/magnate/words/*.toml')

function wished(): Language {
  const kept = localStorage.getItem('language')
  const all = [kept, ...navigator.languages.map((one) => one.slice(0, 2))]
  return LANGUAGES.find((one) => all.includes(one) && all.find((two) => LANGUAGES.includes(two as Language)) === one) ?? 'en'
}

class Words {
  language = $state<Language>(wished())
  tree = $state.raw<Tree>({})

  /** Speak another language from now on. */
  async speak(language: Language): Promise<void> {
    const [ours, theirs] = await Promise.all([own[`../words/${language}.toml`]?.(), games[`../../../src/magnate/words/${language}.toml`]?.()])
    this.tree = { ...theirs?.default, ...ours?.default }
    this.language = language
    localStorage.setItem('language', language)
    document.documentElement.lang = language
  }

  /** The text at a path like "start.play", with {placeholders} filled. A missing one shows its path: tests look for it. */
  say(path: string, values: Record<string, string | number> = {}): string {
    let here: string | Tree | undefined = this.tree
    for (const key of path.split('.')) here = typeof here === 'object' ? here[key] : undefined
    if (typeof here !== 'string') return `⟨${path}⟩`
    return here.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `⟨${name}⟩`))
  }

  /** Whether there is a text at a path. */
  has(path: string): boolean {
    return !this.say(path).startsWith('⟨')
  }
}

export const words = new Words()
export const say = (path: string, values?: Record<string, string | number>): string => words.say(path, values)
export const readyWords = (): Promise<void> => words.speak(words.language)
