/** The browser tells a review word for word as Python does, in all four languages. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { File } from '$lib/editionFile'
import type { JudgedDecision, MissedDeal } from '$lib/protocol'
import type { Language } from '$lib/words.svelte'
import games from './fixtures/reviews.json'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('document', { documentElement: { lang: '' } })

const files = import.meta.glob<{ default: File }>('../../src/magnate/editions/*.toml', { eager: true })
const { words, LANGUAGES } = await import('$lib/words.svelte')
const { boards } = await import('$lib/boards.svelte')
const { Edition } = await import('$lib/edition')
const { rulesInForce } = await import('../src/table/rules')
const { Names } = await import('../src/log/names')
const { tellDecision, tellMissed, withArticles } = await import('../src/review/wording')

function namesOf(game: (typeof games)[number]): InstanceType<typeof Names> {
  const file = files[`../../src/magnate/editions/${game.edition}.toml`]
  if (!file) throw new Error(`no file of ${game.edition}`)
  const edition = new Edition(file.default, null, file.default.skin ?? '')
  return new Names(edition, rulesInForce(edition, { edition: game.edition }), (seat) => game.names[seat] ?? '')
}

/** On a page sums and percentages do not break at the end of a line; a terminal knows no such space. */
const spaced = (text: string): string => text.replaceAll('\u00a0', ' ')

describe.each(LANGUAGES)('in $name', ({ code: language }) => {
  beforeAll(async () => {
    await Promise.all([words.want('play'), words.want('review')])
    await words.speak(language)
    await Promise.all(games.map(({ edition }) => boards.load(edition, language)))
  })

  it.each(games.map((game) => [game.edition, game] as const))('%s is told as in Python', (_, game) => {
    const names = namesOf(game)
    for (const { decision, said } of game.decisions) expect(spaced(tellDecision(decision as unknown as JudgedDecision, names))).toBe((said as Record<Language, string>)[language])
    for (const { missed, said } of game.missed) expect(spaced(tellMissed(missed as unknown as MissedDeal, names))).toBe((said as Record<Language, string>)[language])
  })
})

it('tells all sentences that a game of bots has', () => {
  const keys = new Set(games.flatMap((game) => game.decisions.flatMap(({ decision }) => decision.sentences.map(({ key }) => key))))
  expect(keys.size).toBeGreaterThan(12)
})

it('fits Italian articles to numbers, and keeps a percent sign with its number', async () => {
  await words.speak('it')
  expect(withArticles("dal 8 al 11%, nel 80,5%, il 0%, dal 18 al 80%, al 100%")).toBe("dall'8 all'11%, nell'80,5%, lo 0%, dal 18 all'80%, al 100%")
  await words.speak('es')
  expect(withArticles('del 8 al 11 %')).toBe('del 8 al 11\u00a0%')
})
