/** The current time for countdowns: one timer for the whole page, running only while something shows it. */
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

/** A length of time as people read it: 0:07, 12:30, 2 h 05. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const two = (n: number): string => String(n).padStart(2, '0')
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)} h`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`
}
