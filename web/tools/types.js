// The types of everything that comes from the server, from its schemas. `--check` fails where they are stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const folder = new URL('../../docs/schema/', import.meta.url)
const FILES = {
  protocol: { protocol: ['FromClient', 'ToClient', 'Action', 'Event'], openapi: [] },
  editionFile: { edition: ['File'] },
}

/** A schema as the compiler knows it: tuples as they were written before 2020, lists without bounds, open objects said to be open. */
function plain(part) {
  if (Array.isArray(part)) return part.map(plain)
  if (typeof part === 'string') return part.replace(/^#\/components\/schemas\/|^protocol\.json#\/\$defs\//, '#/$defs/')
  if (typeof part !== 'object' || part === null) return part
  const found = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, plain(value)]))
  if (found.type === 'object' && !found.properties) found.additionalProperties ??= true
  if (found.type !== 'array') return found
  const { prefixItems, minItems, maxItems, ...rest } = found
  return prefixItems ? { ...rest, items: prefixItems, additionalItems: false, minItems, maxItems } : rest
}

/** One file of types. Parts that several schemas share are the same, and are written once. */
async function types(roots) {
  const defs = {}
  const properties = {}
  for (const [file, names] of Object.entries(roots)) {
    const schema = plain(JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8')))
    for (const [key, part] of Object.entries(schema.$defs ?? schema.components.schemas)) {
      if (defs[key] && JSON.stringify(defs[key]) !== JSON.stringify({ ...part, title: key })) throw new Error(`two different parts are called ${key}`)
      defs[key] = { ...part, title: key }
    }
    for (const name of names) properties[name] = { $ref: `#/$defs/${name}` }
  }
  const clean = JSON.parse(JSON.stringify({ title: 'Everything', type: 'object', properties, additionalProperties: false, $defs: defs }))
  return await compile(clean, 'Everything', {
    bannerComment: '// Written by `npm run types` from docs/schema. Do not edit.',
    style: { semi: false, singleQuote: true, printWidth: 120 },
    unreachableDefinitions: true,
    additionalProperties: false,
  })
}

for (const [name, roots] of Object.entries(FILES)) {
  const target = new URL(`../src/lib/${name}.ts`, import.meta.url)
  const made = await types(roots)
  if (!process.argv.includes('--check')) writeFileSync(target, made)
  else if (readFileSync(target, 'utf8') !== made) {
    console.error(`src/lib/${name}.ts is not what docs/schema says: npm run types`)
    process.exit(1)
  }
}
