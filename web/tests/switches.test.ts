/** House rules: every switch of the rules can be turned, in every position, and explained in every language. */
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { beforeAll, expect, test, vi } from 'vitest'
import languages from '../../src/magnate/words/languages.json'
import type { POSITIONS as Positions } from '../src/pages/switches'

interface Part {
  enum?: string[]
  type?: string
  $ref?: string
  properties?: Record<string, Part>
  anyOf?: Part[]
}
type Tree = { [key: string]: string | Tree }

const schema = JSON.parse(readFileSync(new URL('../../docs/schema/edition.json', import.meta.url), 'utf8')) as { $defs: Record<string, Part> }
const follow = (part: Part): Part => (part.$ref ? (schema.$defs[part.$ref.split('/').at(-1) ?? ''] ?? {}) : part)

/** Every switch of the schema with its positions, if they are words. */
const switches = new Map<string, string[] | undefined>()
for (const [chapter, part] of Object.entries(schema.$defs.Rules?.properties ?? {}))
  for (const [key, one] of Object.entries(follow(part).properties ?? {})) switches.set(`${chapter}.${key}`, follow(one).enum)

function words(language: string): Tree {
  return parse(readFileSync(new URL(`../../src/magnate/words/${language}/web.toml`, import.meta.url), 'utf8')) as Tree
}

function text(tree: Tree, path: string): string {
  let here: string | Tree | undefined = tree
  for (const key of path.split('.')) here = typeof here === 'object' ? here[key] : undefined
  return typeof here === 'string' ? here : ''
}

let known: typeof Positions

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('navigator', { languages: ['en'] })
  known = (await import('../src/pages/switches')).POSITIONS
})

test('the schema has switches', () => {
  expect(switches.size).toBeGreaterThan(50)
})

test('every position of every switch can be chosen', () => {
  const wanted = Object.fromEntries([...switches].filter(([, positions]) => positions).map(([path, positions]) => [path, positions?.toSorted()]))
  const found = Object.fromEntries(Object.entries(known).map(([path, positions]) => [path, [...positions].toSorted()]))
  expect(found).toEqual(wanted)
})

test.each(languages.map(({ code }) => code))('every switch is explained in %s', (language) => {
  const tree = words(language)
  const missing: string[] = []
  for (const [path, positions] of switches) {
    const wanted = [`switch.${path}.label`, `switch.${path}.help`, `switch.chapter.${path.split('.')[0]}`, ...(positions ?? []).map((one) => `switch.${path}.is.${one}`)]
    missing.push(...wanted.filter((one) => !text(tree, one)))
  }
  expect(missing).toEqual([])
})

test('the time of a timed game is agreed on by the book, and a house rule in any other', async () => {
  const { differences } = await import('../src/pages/switches')
  const file = parse(readFileSync(new URL('../../src/magnate/editions/clasico.toml', import.meta.url), 'utf8')) as unknown as Parameters<typeof differences>[0]
  const options = { 'ending.minutes': 10, 'jail.fine': 100 }
  expect(differences(file, 'timed', options, 4)).toEqual([['jail.fine', 100]])
  expect(differences(file, 'fast', options, 4)).toEqual(Object.entries(options))
  expect(differences(file, null, options, 4)).toEqual(Object.entries(options))
})
