/**
 * Names set into the boxes of the board: broken at blanks and soft places, hyphenated by syllables where a word is too
 * long, balanced over the lines, and only then made smaller, down to a size that can still be read.
 */

export interface Set {
  lines: string[]
  size: number
  /** Whether all of it stands in the box. */
  fits: boolean
}

/** How wide a text is at a size, in the same units as the box. */
export type Measure = (text: string, size: number) => number

interface Limits {
  width: number
  height: number
  largest: number
  smallest: number
  /** The largest a name may be whose words are divided; `largest` unless it is given. */
  divided?: number
  /** The language of the name: it is divided by that language's syllables. */
  language: string
  leading?: number
  /** The fewest letters before the first hyphen. */
  fewest?: number
}

const VOWELS = 'aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüăâîœ'
const TOGETHER = ['bl', 'br', 'ch', 'cl', 'cr', 'dr', 'fl', 'fr', 'gl', 'gr', 'pl', 'pr', 'tr', 'vr']
/** What else sounds together, by the language of the name: Giam-bel-li-no, but Caste-lla-na. */
const ALSO: Record<string, readonly string[]> = { it: ['gh', 'gn', 'sc', 'sp', 'st'], es: ['ll', 'rr'], en: ['ph', 'sh', 'th'] }
const isVowel = (letter: string): boolean => VOWELS.includes(letter.toLowerCase())

/** Where a word may be divided: before a single consonant, or between two that do not sound together. */
export function syllables(word: string, language: string, fewest = 3): string[] {
  const parts: string[] = []
  let begin = 0
  for (let at = 1; at < word.length - 1; at++) {
    const cut = cutAfterVowel(word, at, language)
    if (cut === null || cut - begin < 2 || word.length - cut < 3 || (begin === 0 && cut < fewest)) continue
    parts.push(word.slice(begin, cut))
    begin = cut
  }
  parts.push(word.slice(begin))
  return parts
}

/** If a vowel ends at `at`, the place to divide the consonants that follow. */
function cutAfterVowel(word: string, at: number, language: string): number | null {
  if (!isVowel(word[at - 1] ?? '') || isVowel(word[at] ?? '')) return null
  let end = at
  while (end < word.length && !isVowel(word[end] ?? '')) end++
  if (end === word.length) return null
  const consonants = word.slice(at, end).toLowerCase()
  if (/[^\p{L}]/u.test(consonants)) return null
  const together = (pair: string): boolean => TOGETHER.includes(pair) || (ALSO[language]?.includes(pair) ?? false)
  if (consonants.length === 1 || together(consonants)) return at
  if (language === 'it' && /^s[^s]/.test(consonants)) return at // the impure s goes with what follows it
  return together(consonants.slice(-2)) ? end - 2 : end - 1
}

/** A piece of a name that is never divided; `hyphen` if a line that ends with it shows one, `blank` if a blank follows. */
interface Piece {
  text: string
  hyphen: boolean
  blank: boolean
}

function piecesOf(name: string, language: string | null, fewest?: number): Piece[] {
  return name.split(/\s+/).flatMap((word) => {
    const soft = word.split(/(?<=[-/(]|\.\.)(?=\p{L}{2})/u).flatMap((part) => (language === null ? [part] : syllables(part, language, fewest)))
    return soft.map((text, index) => ({
      text,
      hyphen: index < soft.length - 1 && /\p{L}$/u.test(text),
      blank: index === soft.length - 1,
    }))
  })
}

/** The text of a line from one piece up to another. */
function lineOf(pieces: readonly Piece[], from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) {
    const piece = pieces[at] as Piece
    text += piece.text
    if (at < to - 1 && piece.blank) text += ' '
    if (at === to - 1 && piece.hyphen) text += '-'
  }
  return text
}

/** The best division into at most `most` lines: nothing too wide, few hyphens, lines of like length. Null if none fits. */
function divideInto(pieces: readonly Piece[], width: number, most: number, size: number, measure: Measure): string[] | null {
  const count = pieces.length
  const best: ({ cost: number; from: number; line: string } | null)[][] = Array.from({ length: most + 1 }, () => Array<null>(count + 1).fill(null))
  ;(best[0] as unknown[])[0] = { cost: 0, from: 0, line: '' }
  for (let lines = 1; lines <= most; lines++) {
    for (let to = 1; to <= count; to++) {
      for (let from = to - 1; from >= 0; from--) {
        const before = best[lines - 1]?.[from]
        if (!before) continue
        const line = lineOf(pieces, from, to)
        const wide = measure(line, size)
        if (wide > width) break
        const gap = (width - wide) / width
        const hyphen = pieces[to - 1]?.hyphen && to < count ? 1.6 : 0
        const widow = /^\p{L}{1,3}$/u.test(line) && count > 1 ? 0.35 : 0
        const cost = before.cost + gap * gap + hyphen + widow + 0.12
        const row = best[lines] as (typeof before | null)[]
        const known = row[to]
        if (!known || cost < known.cost) row[to] = { cost, from, line }
      }
    }
  }
  const ends = best.map((row, lines) => ({ lines, end: row[count] })).filter((one) => one.lines > 0 && one.end)
  if (!ends.length) return null
  let { lines } = ends.reduce((a, b) => ((b.end?.cost ?? 0) < (a.end?.cost ?? 0) ? b : a))
  const result: string[] = []
  for (let at = count; lines > 0; lines--) {
    const step = best[lines]?.[at]
    if (!step) return null
    result.unshift(step.line)
    at = step.from
  }
  return result
}

/** Sets a name into a box. Whole words at any size come before divided ones; the smallest size may run over the box. */
export function fit(name: string, limits: Limits, measure: Measure): Set {
  const { width, height, smallest, leading = 1.16 } = limits
  const STEPS = 6
  const whole = piecesOf(name, null)
  const divided = piecesOf(name, limits.language, limits.fewest)
  for (const pieces of [whole, divided]) {
    const largest = pieces === whole ? limits.largest : (limits.divided ?? limits.largest)
    for (let step = 0; step <= STEPS; step++) {
      const size = largest - ((largest - smallest) * step) / STEPS
      const most = Math.max(1, Math.floor(height / (size * leading)))
      const lines = divideInto(pieces, width, most, size, measure)
      if (lines) return { lines, size, fits: true }
    }
  }
  const lines = divideInto(divided, width, 9, smallest, measure) ?? [name]
  return { lines, size: smallest, fits: false }
}

/** A name as it is set, and how narrow its letters are. */
export interface Narrowed {
  lines: string[]
  size: number
  narrow: number
}

const narrowed = (lines: string[], size: number, width: number, measure: Measure): Narrowed => ({
  lines,
  size,
  narrow: Math.min(1, width / Math.max(...lines.map((line) => measure(line, size)))),
})

/** The first of several forms of a name that fits, in letters that are hardly narrower; the last one by all means. */
export function fitFirst(forms: readonly string[], limits: Limits, measure: Measure): Narrowed {
  for (const form of forms) {
    for (const narrow of [1, 0.9, 0.8]) {
      const set = fit(form, limits, (text, size) => measure(text, size) * narrow)
      if (set.fits) return narrowed(set.lines, set.size, limits.width, measure)
    }
  }
  return fitTight(forms.at(-1) ?? '', limits, measure)
}

/** Between two lines of a name on a small board, and how narrow its letters may be: the first that is enough. */
export const TIGHT = 0.95
const NARROW = [0.76, 0.68, 0.6, 0.52] as const
const FEWEST = [3, 2] as const

/** A word where there is little room: narrower letters and close lines. Nothing of it is left out. */
export function fitTight(word: string, limits: Limits, measure: Measure): Narrowed {
  const size = limits.smallest
  return narrowed(closely(word, { ...limits, largest: size, divided: size, leading: TIGHT }, measure), size, limits.width, measure)
}

function closely(word: string, limits: Limits, measure: Measure): string[] {
  for (const narrow of NARROW) {
    for (const fewest of FEWEST) {
      const set = fit(word, { ...limits, fewest }, (text, size) => measure(text, size) * narrow)
      if (set.fits) return set.lines
    }
  }
  return [word]
}

const wordsOf = (name: string): string[] => name.split(/[\s/'’]+/).map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).filter(Boolean)

/** For a small board: of every name the word that tells it apart from the others; of two names of a space, the first. */
export function shortForms(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  for (const word of names.flatMap(wordsOf)) seen.set(word, (seen.get(word) ?? 0) + 1)
  return names.map((name) => {
    const all = wordsOf(name.split('/')[0] || name)
    const telling = all.filter((word) => word.length > 3 || all.length === 1)
    const choice = telling.length ? telling : all
    return choice.reduce((a, b) => ((seen.get(b) ?? 0) <= (seen.get(a) ?? 0) ? b : a), choice[0] ?? name)
  })
}

/** How words of addresses are written short where they are at home. */
const USUAL: Readonly<Record<string, string>> = {
  ...{ Administración: 'Admón.', Avenida: 'Av.', Calle: 'C/', Estación: 'Est.', Línea: 'L.', Plaza: 'Pza.', Presupuesto: 'Ppto.' },
  ...{ Corso: 'C.so', Largo: 'L.go', Linea: 'L.', Piazza: 'P.za', Stazione: 'Staz.', Viale: 'V.le' },
  ...{ Avenue: 'Ave', Railroad: 'RR', Square: 'Sq', Station: 'Stn', Street: 'St' },
  ...{ Bulevardul: 'Bd.', Linia: 'L.', Piața: 'Pța.', Strada: 'Str.' },
}

/** For a crowded board: "Avenida Larco" is "Av. Larco". */
export const abbreviated = (name: string): string =>
  name.includes(' ') ? name.split(' ').map((word) => USUAL[word] ?? word).join(' ') : name

/** A measure from the fonts the browser has, for the letters of an element. Remembers what it measured. */
export function measureLike(style: CSSStyleDeclaration): Measure {
  const context = document.createElement('canvas').getContext('2d')
  const known = new Map<string, number>()
  const at = Number.parseFloat(style.fontSize) || 100
  const spacing = (Number.parseFloat(style.letterSpacing) || 0) / at
  const upper = style.textTransform === 'uppercase'
  if (context) context.font = `${style.fontStyle} ${style.fontWeight} 100px ${style.fontFamily}`
  return (text, size) => {
    let wide = known.get(text)
    if (wide === undefined) {
      const shown = upper ? text.toLocaleUpperCase() : text
      wide = (context ? context.measureText(shown).width / 100 : shown.length * 0.55) + spacing * shown.length
      known.set(text, wide)
    }
    return wide * size
  }
}

/** Small print of so many pixels, in units of the board, so many of which are one pixel. */
export const smallPrint = (unit: number, pixels: number): number => Math.max(pixels * unit, 13)

/** Whether a line of small print has room in this width. */
export const isLargeEnough = (text: string, size: number, width: number): boolean => text.length * size * 0.53 < width
