/** What the books say about themselves, in the reader's language: the file has its own and English, the words the rest. */
import { LANGUAGES, say, several, words } from '$lib/words.svelte'

interface Told {
  id: string
  language: string
}

function pick(of: Told, own: string, english: string, path: string): string {
  if (words.language === of.language) return own
  if (words.language !== 'en' && words.has(path)) return say(path)
  return english || own
}

/** How it is played, or what is special, one sentence group a line. */
export function editionText(edition: Told & Record<'summary' | 'summary_en' | 'special' | 'special_en', string>, which: 'summary' | 'special'): string[] {
  return pick(edition, edition[which], edition[`${which}_en`], `rules.texts.${edition.id}.${which}`).trim().split('\n')
}

/** The board for who has not chosen yet: one in their own language, where there is one. */
export function firstBoard(): string {
  return LANGUAGES.find((one) => one.code === words.language)?.board ?? ''
}

/** The line under an edition's picture. */
export function editionLine(id: string): string {
  return words.has(`start.edition.${id}`) ? say(`start.edition.${id}`) : ''
}

/** A variant or a skin by name. */
export function variantName(edition: Told, variant: { name: string; name_en: string }, id: string): string {
  return pick(edition, variant.name, variant.name_en, `rules.texts.${edition.id}.${id}_name`)
}

/** A variant in a sentence. */
export function variantText(edition: Told, variant: { description: string; description_en: string }, id: string): string {
  return pick(edition, variant.description, variant.description_en, `rules.texts.${edition.id}.${id}`)
}

/** The name of a level of bots. */
export function levelName(level: string): string {
  return words.has(`ui.level.${level}`) ? say(`ui.level.${level}`) : level
}

/** How a level plays, in a sentence. */
export function levelAbout(level: string): string | undefined {
  return words.has(`ui.level_about.${level}`) ? say(`ui.level_about.${level}`) : undefined
}

/** "1 difference from the book". */
export function differencesText(count: number): string {
  return count ? several('lobby.differences', count) : say('lobby.by_book')
}

/** Seconds in the largest unit that fits. */
export function timeText(seconds: number): string {
  if (seconds >= 86_400 && seconds % 86_400 === 0) return several('lobby.days_of', seconds / 86_400)
  if (seconds >= 3_600 && seconds % 3_600 === 0) return several('lobby.hours_of', seconds / 3_600)
  if (seconds >= 120 && seconds % 60 === 0) return say('lobby.minutes_of', { count: seconds / 60 })
  return say('lobby.seconds_of', { count: seconds })
}
