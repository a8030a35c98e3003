import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { AROUND, EVERYWHERE } from '../vite.config'

const SOURCE = resolve(__dirname, '../src')

/** From the ground up: a folder imports from its own floor and those below. A folder that is not listed is a page. */
const FLOORS: string[][] = [['lib'], ['ui'], ['board', 'themes', 'chat', 'people'], ['table', 'deals', 'log', 'text'], ['history'], ['pages']]

/** Imports that still go up, and why. */
const STILL: Record<string, string> = {
  'board/describe.ts -> table/wording.ts': 'counts in words',
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name))
const floorOf = (file: string): number => {
  const floor = FLOORS.findIndex((folders) => folders.includes(file.split('/')[0] ?? ''))
  return floor < 0 ? FLOORS.length : floor
}

/** The file an import names; null for a package. */
function found(from: string, name: string): string | null {
  const at = name.startsWith('$lib/') ? join(SOURCE, 'lib', name.slice(5)) : name.startsWith('.') ? resolve(dirname(join(SOURCE, from)), name) : null
  if (at === null || !at.startsWith(SOURCE)) return null
  const file = [at, `${at}.ts`, `${at}.svelte`].find((path) => existsSync(path) && statSync(path).isFile())
  return file ? relative(SOURCE, file) : null
}

/** What a file imports when it runs. Types do not count, nor parts that are loaded when they are needed. */
function imports(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  const names = [...text.matchAll(/^\s*(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s*)?['"]([^'"]+)['"]/gm)].map((match) => match[1] ?? '')
  return names.flatMap((name) => found(file, name) ?? [])
}

/** A way from a file back to itself, or null. */
function cycle(graph: Map<string, string[]>): string[] | null {
  const done = new Set<string>()
  function walk(file: string, path: string[]): string[] | null {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of graph.get(file) ?? []) {
      const way = walk(next, [...path, file])
      if (way) return way
    }
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const way = walk(file, [])
    if (way) return way
  }
  return null
}

describe('architecture', () => {
  const graph = new Map(files.map((file) => [file, imports(file)]))

  it('reads the imports of the client', () => {
    expect(graph.get('lib/cash.ts')).toEqual([])
    expect(graph.get('table/choices.ts')).toContain('lib/words.svelte.ts')
    expect(graph.get('table/Table.svelte')).toContain('board/Board.svelte')
  })

  it('imports go one way, from pages down to lib', () => {
    const up = [...graph].flatMap(([file, names]) => names.filter((name) => floorOf(name) > floorOf(file)).map((name) => `${file} -> ${name}`))
    expect(up.sort()).toEqual(Object.keys(STILL).sort())
  })

  it('no file imports itself by way of others', () => {
    expect(cycle(graph)).toBeNull()
    expect(cycle(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]]))).toEqual(['b', 'c', 'b'])
  })

  it('names an edition only where its board is drawn', () => {
    const DRAWN = /^(themes|dev)\/|^lib\/(sounds|protocol|editionFile)\.ts$|^pages\/BoardPicture\.svelte$/
    const editions = readdirSync(resolve(SOURCE, '../../src/magnate/editions')).flatMap((name) => (name.endsWith('.toml') ? [name.slice(0, -5)] : []))
    const named = (file: string): boolean => editions.some((id) => new RegExp(`['"]${id}['"]|\\b${id}:`).test(readFileSync(join(SOURCE, file), 'utf8')))
    expect(editions).toHaveLength(5)
    expect(named('pages/BoardPicture.svelte')).toBe(true)
    expect(files.filter((file) => !DRAWN.test(file) && named(file))).toEqual([])
  })

  it('says on the first page only what has come with it', () => {
    const words = ['web', 'game'].flatMap((name) => Object.keys(parse(readFileSync(resolve(SOURCE, `../../src/magnate/words/en/${name}.toml`), 'utf8'))))
    const said = new RegExp(`['"\`](?:${words.join('|')})(?=\\.\\w)`, 'g')
    const first = new Set(['App.svelte', 'pages/Start.svelte', 'pages/NotFound.svelte'])
    for (const file of first) graph.get(file)?.forEach((name) => first.add(name))
    const wanted = new Set([...first].flatMap((file) => readFileSync(join(SOURCE, file), 'utf8').match(said) ?? []).map((text) => text.slice(1)))
    expect([...wanted]).toContain('start')
    expect([...wanted].filter((name) => ![...EVERYWHERE, ...AROUND].includes(name))).toEqual([])
  })
})
