/** Texts by language: the web client's own, and the game's, which the terminal uses, too. Loaded on demand. */
import { loadPart } from './parts'
import { storage } from './storage'
import { boards } from './boards.svelte'
import table from '../../../src/magnate/words/languages.json'

export type Language = string
/** The numbers that take a form of a text: themselves, or by their last two digits. */
type PluralForm = { is?: number[]; ends?: number[][] }
/** `plural` has every form but the last, which all other numbers take, by its name in CLDR. */
export const LANGUAGES: readonly { code: Language; name: string; board: string; plural: Record<string, PluralForm | undefined> }[] = table
type Tree = { [key: string]: string | Tree }

const WORDS = '../../../src/magnate/words'

const everywhere = import.meta.glob<{ default: Tree }>('../../../src/magnate/words/*/web.toml', { query: '?everywhere' })
const playing = import.meta.glob<{ default: Tree }>('../../../src/magnate/words/*/web.toml', { query: '?play' })
const around = import.meta.glob<{ default: Tree }>('../../../src/magnate/words/*/web.toml', { query: '?around' })
const detail = import.meta.glob<{ default: Tree }>('../../../src/magnate/words/*/web.toml', { query: '?detail' })
const learning = import.meta.glob<{ default: Tree }>('../../../src/magnate/words/*/learn.toml')
const reviewing = import.meta.glob<{ default: Tree }>('../../../src/magnate/words/*/review.toml')

/** Words that are loaded when a page wants them: of tables and the game, of the pages around the tables, of their details, of lessons and of reviews. */
const PARTS = {
  play: (language: Language) => playing[`${WORDS}/${language}/web.toml`]?.(),
  around: (language: Language) => around[`${WORDS}/${language}/web.toml`]?.(),
  detail: (language: Language) => detail[`${WORDS}/${language}/web.toml`]?.(),
  learn: (language: Language) => learning[`${WORDS}/${language}/learn.toml`]?.(),
  review: (language: Language) => reviewing[`${WORDS}/${language}/review.toml`]?.(),
}
type Part = keyof typeof PARTS

function wished(): Language {
  const kept = storage.get('language')
  const wanted = [kept, ...navigator.languages.map((one) => one.slice(0, 2))]
  return wanted.find((one) => LANGUAGES.some(({ code }) => code === one)) ?? 'en'
}

class Words {
  language = $state<Language>(wished())
  tree = $state.raw<Tree>({})
  readonly #wanted = new Map<Part, Promise<void>>()

  /** Speak another language from now on. */
  async speak(language: Language): Promise<void> {
    const [ours] = await Promise.all([
      everywhere[`${WORDS}/${language}/web.toml`]?.(),
      this.#parts(language),
      boards.follow(language), // the page changes at once
    ])
    const rest = await this.#parts(language) // wanted perhaps only since
    this.tree = Object.assign({}, ours?.default, ...rest) as Tree
    this.language = language
    storage.set('language', language)
    document.documentElement.lang = language
  }

  /** Have the words of a part as well, from now on. */
  want(part: Part): Promise<void> {
    const known = this.#wanted.get(part)
    if (known) return known
    const coming = this.#add(part).catch((error: unknown) => {
      this.#wanted.delete(part)
      throw error
    })
    this.#wanted.set(part, coming)
    return coming
  }

  #parts(language: Language): Promise<(Tree | undefined)[]> {
    return Promise.all([...this.#wanted.keys()].map(async (part) => (await PARTS[part](language))?.default))
  }

  async #add(part: Part): Promise<void> {
    const more = await PARTS[part](this.language)
    this.tree = { ...this.tree, ...more?.default }
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
/** Which form of a text a number takes in the language spoken. */
function pluralForm(n: number): number {
  const forms = Object.values(LANGUAGES.find(({ code }) => code === words.language)?.plural ?? {})
  const place = forms.findIndex(({ is = [], ends = [] } = {}) => is.includes(n) || ends.some(([low = 0, high = 0]) => low <= n % 100 && n % 100 <= high))
  return place < 0 ? forms.length : place
}
/** So many of something, in the form for that number. */
export const several = (path: string, n: number): string => say(`${path}.${pluralForm(n)}`, { n: new Intl.NumberFormat(words.language).format(n) })
/** So many hundredths, as the language writes them: 10% or 10 %. */
export const percent = (n: number): string => new Intl.NumberFormat(words.language, { style: 'percent' }).format(n / 100)
/** A list as people read it; in British English, without a comma before the last. */
export function listed(texts: readonly string[]): string {
  return new Intl.ListFormat(words.language === 'en' ? 'en-GB' : words.language, { type: 'conjunction' }).format(texts)
}
/** A page comes with the words it has beside those that every page has. */
export const worded =
  <Page>(load: () => Promise<Page>, ...parts: Part[]) =>
  async (): Promise<Page> =>
    (await Promise.all([load(), ...parts.map((part) => words.want(part))]))[0]

/** Speak; and when another window of this browser changes the language, this one does too. */
export async function readyWords(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    const next = LANGUAGES.find(({ code }) => code === newValue)?.code
    if (key === 'language' && next && next !== words.language) void words.speak(next).catch(() => undefined)
  })
  await loadPart(() => words.speak(words.language), Infinity) // nothing can be shown without them
}
