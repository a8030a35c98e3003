/** An edition as the interface needs it: the server's file, with names in the reader's language and numbers looked up. */
import { ask } from './api'
import { boards } from './boards.svelte'
import { boardThemeOf, type BoardTheme } from './boardThemes'
import type { Deck, DeedSpace, File, Group } from './editionFile'
import type { Language } from './words.svelte'

export type Space = File['spaces'][number]
type Named = { name: string; name_en?: string }

/** A deed as the server sends it: a lot has its rents in a whole group, where these are higher. */
export type SentDeed = DeedSpace & { whole_group_rents?: number[] }

/** A deed with its number, its space and its group. */
export interface Deed {
  deed: number
  space: number
  group: number
  file: SentDeed
}

const cache = new Map<string, Promise<File>>()

/** The file of an edition from the server, once. */
function fetchFile(id: string): Promise<File> {
  let file = cache.get(id)
  if (!file) {
    file = ask<File>(`/api/editions/${encodeURIComponent(id)}`)
    cache.set(id, file)
    file.catch(() => cache.delete(id))
  }
  return file
}

export class Edition {
  readonly deeds: Deed[] = []
  readonly #bySpace: (Deed | undefined)[]
  readonly #byGroup: Deed[][]
  readonly #sums: RegExp

  constructor(
    readonly file: File,
    readonly variant: string | null,
    readonly skin: string,
  ) {
    file.spaces.forEach((space, number) => {
      if (space.kind !== 'deed') return
      const group = file.groups.findIndex((one) => one.id === space.group)
      this.deeds.push({ deed: this.deeds.length, space: number, group, file: space })
    })
    this.#bySpace = file.spaces.map((_, space) => this.deeds.find((deed) => deed.space === space))
    this.#byGroup = file.groups.map((_, group) => this.deeds.filter((deed) => deed.group === group))
    const [before, after] = [file.money.prefix, file.money.suffix].map((sign) => sign.replace(/[^\w\s]/g, '\\$&'))
    this.#sums = new RegExp(`${before}\\d[\\d.,]*${after}`, 'g')
  }

  static async load(id: string, variant: string | null = null, skin: string | null = null): Promise<Edition> {
    const [file] = await Promise.all([fetchFile(id), boards.load(id, document.documentElement.lang)])
    return new Edition(file, variant, skin ?? file.skin ?? '')
  }

  /** How its board is printed, in this skin. */
  get boardTheme(): BoardTheme {
    return boardThemeOf(this.file.theme, this.file.skins?.[this.skin]?.theme)
  }

  get groups(): Group[] {
    return this.file.groups
  }

  /** The deeds of a group, in the order of the board. */
  deedsOf(group: number): readonly Deed[] {
    return this.#byGroup[group] ?? []
  }

  deedAt(space: number): Deed | undefined {
    return this.#bySpace[space]
  }

  /** A sentence in the reader's language: the book's own, translated, or in English. */
  told(own: string, english: string | undefined, language: Language): string {
    const text = language === this.file.language ? own : (language === 'en' ? undefined : boards.text(this.file.id, language, own)) ?? (english || own)
    return this.unbroken(text)
  }

  /** A name in the reader's language; streets and cities that have none in it keep their own. */
  named(one: Named, language: Language): string {
    if (language === this.file.language) return one.name
    return (language === 'en' ? one.name_en : boards.text(this.file.id, language, one.name)) || one.name
  }

  spaceName(number: number, language: Language): string {
    const space = this.file.spaces[number]
    if (!space) return String(number)
    const skin = this.file.skins?.[this.skin]?.spaces?.[String(number)]
    return this.named(skin ?? space, language)
  }

  deedName(deed: number, language: Language): string {
    return this.spaceName(this.deeds[deed]?.space ?? -1, language)
  }

  /** A sum in the edition's own money. */
  money(amount: number): string {
    const { prefix, suffix } = this.file.money
    return this.unbroken(`${amount < 0 ? '−' : ''}${prefix}${this.figure(Math.abs(amount))}${suffix}`)
  }

  /** A sum without its currency, where many stand close together and the currency is said beside them. */
  figure(amount: number): string {
    return (amount < 0 ? '−' : '') + String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, this.file.money.thousands)
  }

  /** A text whose sums stay whole at the end of a line: figure and currency are held together. */
  unbroken(text: string): string {
    return text.replace(this.#sums, (sum) => sum.replaceAll(' ', '\u00a0'))
  }

  /** A card of a deck, as this look of the board has it. */
  card(deck: number, card: number): Deck['cards'][number] | undefined {
    const id = Object.keys(this.file.decks)[deck] ?? ''
    return (this.file.skins?.[this.skin]?.decks?.[id] ?? this.file.decks[id])?.cards[card]
  }

  /** The text of a card, with the spaces it names. */
  cardText(deck: number, card: number, language: Language): string {
    const found = this.card(deck, card)
    if (!found) return ''
    return this.told(found.text, found.text_en, language).replace(/\{(\d+)\}/g, (_, space: string) => this.spaceName(Number(space), language))
  }

  deckName(deck: number, language: Language): string {
    const found = Object.values(this.file.decks)[deck]
    return found ? this.named(found, language) : ''
  }
}

/** The highest number of houses on a lot; one level more is the hotel. */
export const housesOf = (deed: Deed): number => deed.file.rents.length - 2
