import { mount } from 'svelte'
import { Edition } from '$lib/edition'
import { TableStore } from '$lib/table.svelte'
import { readyWords, words } from '$lib/words.svelte'
import '../theme.css'
import '../ui/fonts.css'
import Dev from './_Dev.svelte'

const query = new URLSearchParams(location.search)
await readyWords()
await words.speak((query.get('lang') ?? 'en') as 'en')
const store = new TableStore(query.get('table') ?? '')
while (!store.table) await new Promise((done) => setTimeout(done, 50))
const { config } = store.table
const edition = await Edition.load(config.edition, config.variant, config.skin)
mount(Dev, { target: document.getElementById('app') as HTMLElement, props: { store, edition, what: query.get('what') ?? 'log' } })
