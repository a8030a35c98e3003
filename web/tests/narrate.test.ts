/** The browser tells every event and every choice word for word as Python does, in all four languages. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { File } from '$lib/editionFile'
import type { Action, Event } from '$lib/protocol'
import type { Language } from '$lib/words.svelte'
import games from './fixtures/narration.json'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) })
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('document', { documentElement: { lang: '' } })

const files = import.meta.glob<{ default: File }>('../../src/magnate/editions/*.toml', { eager: true })
const { words, LANGUAGES } = await import('$lib/words.svelte')
const { boards } = await import('$lib/boards.svelte')
const { Edition } = await import('$lib/edition')
const { rulesInForce } = await import('../src/table/rules')
const { Names } = await import('../src/log/names')
const { narrate, label, sentenceOf } = await import('../src/log/narrate')
const { cashChanges } = await import('../src/lib/cash')

function namesOf(game: (typeof games)[number]): InstanceType<typeof Names> {
  const file = files[`../../src/magnate/editions/${game.edition}.toml`]
  if (!file) throw new Error(`no file of ${game.edition}`)
  const edition = new Edition(file.default, game.variant, game.skin ?? file.default.skin ?? '')
  return new Names(edition, rulesInForce(edition, { edition: game.edition }), (seat) => game.names[seat] ?? '')
}

/** On a page sums do not break at the end of a line; a terminal knows no such space. */
const spaced = (text: string): string => text.replaceAll('\u00a0', ' ')

describe.each(LANGUAGES)('in $name', ({ code: language }) => {
  beforeAll(async () => {
    await words.want('play')
    await words.speak(language)
  })

  beforeAll(async () => void (await Promise.all(games.map(({ edition }) => boards.load(edition, language)))))

  it.each(games.map((game) => [`${game.edition} ${game.skin ?? ''}`, game] as const))('%s is told as in Python', (_, game) => {
    const names = namesOf(game)
    for (const { event, said } of game.told) expect(spaced(narrate(event as unknown as Event, names))).toBe((said as Record<Language, string>)[language])
    for (const { action, more, said } of game.chosen) expect(spaced(label(action as unknown as Action, names, more))).toBe((said as Record<Language, string>)[language])
  })
})

it('knows which sentence an event needs, and what it moved between purses', () => {
  for (const { told } of games) {
    for (const { event, key, cash } of told) {
      expect(sentenceOf(event as unknown as Event)).toBe(key)
      expect(Object.fromEntries(cashChanges(event as unknown as Event))).toEqual(cash)
    }
  }
})

it('tells all sentences there are', () => {
  const keys = new Set(games.flatMap((game) => game.told.map(({ key }) => key)))
  expect(keys).toEqual(new Set(Object.keys(words.tree.event ?? {})))
})

it('passes over an event that it does not know', () => {
  const [game] = games
  if (!game) throw new Error('there is no game')
  expect(narrate({ type: 'SnowFell', seat: 0 } as unknown as Event, namesOf(game))).toBe('')
})
