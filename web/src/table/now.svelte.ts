/** The current time for countdowns: one timer for the whole page, running only while something shows it. */
import { countdown } from '$lib/span'
import { words } from '$lib/words.svelte'
import { createSubscriber } from 'svelte/reactivity'

const TICK = 250

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK)
  return () => clearInterval(timer)
})

/** Milliseconds since 1970 by our clock, a few times a second. */
export function now(): number {
  subscribe()
  return Date.now()
}

/** A length of time in the language of the page: 0:07, 12:30, 2h 5m, 3d 4h. */
export const span = (milliseconds: number): string => countdown(milliseconds, words.language)
