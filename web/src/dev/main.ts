/** Boards for those who draw them: `npx vite`, then /board-dev.html?edition=castis. It is no part of the built client. */
import '@fontsource-variable/fraunces/index.css'
import '@fontsource-variable/instrument-sans/index.css'
import { mount } from 'svelte'
import { words, type Language } from '$lib/words.svelte'
import '../app.css'
import BoardDev from './BoardDev.svelte'

const wish = new URLSearchParams(location.search)
const target = document.getElementById('app')
if (!target) throw new Error('the page has no place for the board')
const theme = wish.get('theme')
if (theme) document.documentElement.dataset.theme = theme
await words.speak((wish.get('language') ?? 'en') as Language)
await words.want('play')
mount(BoardDev, { target })
