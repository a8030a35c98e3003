import { svelte } from '@sveltejs/vite-plugin-svelte'
import { parse } from 'smol-toml'
import { defineConfig, type Plugin } from 'vite'

/** Words are TOML, also those the server's own package has: one text, one place. */
function toml(): Plugin {
  return {
    name: 'toml',
    transform(text, id) {
      if (!id.endsWith('.toml')) return null
      return { code: `export default ${JSON.stringify(parse(text))}`, map: null }
    },
  }
}

const server = process.env.MAGNATE ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), toml()],
  resolve: { alias: { $lib: '/src/lib', $package: new URL('../src/magnate', import.meta.url).pathname } },
  build: { outDir: '../src/magnate/web', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true, changeOrigin: false } },
  },
})
