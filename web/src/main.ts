import { mount } from 'svelte'
import App from './App.svelte'
import { keepStyles } from '$lib/parts'
import { readyWords } from '$lib/words.svelte'
import './app.css'

const target = document.getElementById('app')
if (!target) throw new Error('the page has no place for the game')
keepStyles()
await readyWords()
mount(App, { target })
