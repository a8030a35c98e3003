import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { parse } from 'smol-toml'
import { defineConfig, type Plugin } from 'vite'

/** Words that every page has: its head, and what can go wrong. */
export const EVERYWHERE = ['ui', 'header']
/** Words that only the pages around a table have: whoever plays does not wait for them. */
export const AROUND = ['start', 'lobby', 'rules', 'replay']
/** And those that not even the start page has: the switches of a rulebook, the end of a game, the list of keys, my data. */
const DETAIL = ['switch', 'end', 'position', 'keys', 'privacy']
const PARTS: Record<string, (name: string) => boolean> = {
  everywhere: (name) => EVERYWHERE.includes(name),
  around: (name) => AROUND.includes(name),
  detail: (name) => DETAIL.includes(name),
  play: (name) => ![...EVERYWHERE, ...AROUND, ...DETAIL].includes(name),
}

/** Words are TOML, also those the server's own package has: one text, one place. `?around` and its like are parts of it; `?play` has the game's own, too. */
function toml(): Plugin {
  return {
    name: 'toml',
    transform(text, id) {
      const [file = '', part] = id.split('?')
      if (!file.endsWith('.toml')) return null
      const isWanted = PARTS[part ?? '']
      const words = Object.fromEntries(Object.entries(parse(text)).filter(([name]) => isWanted?.(name) ?? true))
      if (part === 'play') {
        const game = file.replace('web.toml', 'game.toml')
        this.addWatchFile(game)
        Object.assign(words, parse(readFileSync(game, 'utf8')))
      }
      return { code: `export default ${JSON.stringify(words)}`, map: null }
    },
  }
}

/** The service worker lies beside the page, where it may serve all of it, and has a mark of the build. */
function worker(): Plugin {
  let folder = ''
  return {
    name: 'worker',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const build = createHash('sha256').update(readFileSync(join(folder, 'index.html'))).digest('hex').slice(0, 12)
      const text = readFileSync(new URL('src/worker/sw.js', import.meta.url), 'utf8')
      writeFileSync(join(folder, 'sw.js'), text.replace('__BUILD__', build))
    },
  }
}

/** Every text is built thrice: as it is, for browsers that take Brotli, and for those that take gzip. The server picks. */
function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(html|js|css|svg|txt|webmanifest)$/.test(file)) continue
        const data = readFileSync(join(folder, file))
        if (data.length < 500) continue
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }))
        writeFileSync(join(folder, `${file}.gz`), gzipSync(data, { level: constants.Z_BEST_COMPRESSION }))
      }
    },
  }
}

/**
 * What is needed together comes together, and not in forty pieces: each has its own headers and its own dictionary.
 * Every page needs the core; a table its own part, but for what opens later (`DeferredDialogs.svelte`), text mode and the chat.
 */
const CORE = /node_modules\/svelte\/|preload-helper|\/src\/(ui|lib)\/(?!fonts\.css|motion|story|truth|cash|feats|sounds|worker|push|remarks|Face|faces)|\/src\/(App\.svelte|app\.css)|\/src\/pages\/(Header|LazyPage|catalog|profile\.svelte)/
const AROUND_TABLES = /\/src\/pages\/(BoardPicture|EditionPicker|MarkPicker|newTable|texts|privacy\/NoticeLink)\b/
const TABLE = /\/src\/(table|board|log|chat|text|deals|themes)\/|\/src\/lib\/(motion|story|truth|cash|feats|remarks)|\/src\/ui\/(Face|faces)/
const DEFERRED = /\/(DeferredDialogs|Deals|Offer|DealTerms|Manage|DeedActions|GroupPlan|MortgageDialog|MoreDialog|ConfirmFinal|PrizeDialog|Prize|BankruptCard|DealEditor|DealSide|Why|TextMode|ActionButtons|Chat|EmoteDrawing|OrdersDialog|OrderSwitches|LateQuestion|Auction|ProxyBid|CardTurned|Debt|Estate|Jail|Place|Settlement|Shortage|TableDeed|BuildPlan|DeedPopover|DeedCard|FeatBanner|TokenBubble|Log|Sentence|People|Person|Holdings|Face)\.svelte|\/(clauses|explain|facts|prizes|ruin|emotes|popover|raising|faces|panels)\.ts/
const PEOPLE = /\/src\/people\/(NameMark|personMenu|muted|writing)\b/
const groups = [
  { name: 'core', test: CORE },
  { name: 'around', test: AROUND_TABLES },
  { name: 'table', test: (id: string) => TABLE.test(id) && !DEFERRED.test(id) },
  { name: 'people', test: PEOPLE },
]

const server = process.env.MAGNATE ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), toml(), worker(), compressed()],
  resolve: { alias: { $lib: '/src/lib', $package: new URL('../src/magnate', import.meta.url).pathname } },
  build: { outDir: '../src/magnate/web', emptyOutDir: true, license: { fileName: 'licences.txt' }, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, rolldownOptions: { output: { codeSplitting: { groups } } } },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true, changeOrigin: false } },
  },
})
