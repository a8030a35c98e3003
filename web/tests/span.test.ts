/** Clocks of hours and days are read in the units of their language, and my games come in the order of their urgency. */
import { describe, expect, it, vi } from 'vitest'
import { countdown, inWords } from '$lib/span'
import type { Listed } from '$lib/protocol'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('document', { documentElement: { lang: '' } })
vi.stubGlobal('location', { pathname: '/', search: '' })
vi.stubGlobal('addEventListener', () => undefined)

const { byUrgency } = await import('$lib/myGames.svelte')

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a countdown', () => {
  it.each([
    [7_000, 'en', '0:07'],
    [12.5 * MINUTE, 'en', '12:30'],
    [HOUR - 1, 'en', '1h'],
    [2 * HOUR + 5 * MINUTE, 'en', '2h 5m'],
    [3 * DAY + 4 * HOUR + 59 * MINUTE, 'en', '3d 4h'],
    [2 * DAY, 'it', '2gg'],
    [-5, 'en', '0:00'],
  ])('%d ms in %s is %s', (time, language, text) => {
    expect(countdown(time, language)).toBe(text)
  })
})

describe('a length of time in words', () => {
  it.each([
    [2 * DAY, 'en', '2 days'],
    [20 * DAY, 'ro', '20 de zile'],
    [3 * DAY, 'ro', '3 zile'],
    [35 * HOUR, 'es', '35 horas'],
    [47.9 * HOUR, 'it', '2 giorni'],
    [80 * MINUTE, 'en', '80 minutes'],
    [20_000, 'it', '1 minuto'],
  ])('%d ms in %s is %s', (time, language, text) => {
    expect(inWords(time, language)).toBe(text)
  })
})

describe('my games', () => {
  const game = (id: string, at: number, awaits: Listed['awaits'] = null): Listed =>
    ({ id, at, awaits, status: 'playing', edition: 'clasico', variant: null, skin: null, options: 0, seats: [], turns: 1, created: 0 })

  it('come where I am awaited first, the least time before the most, then the longest waiting', () => {
    const found = [
      game('quiet', 50),
      game('later', 10, { seat: 0, since: 5, until: 900 }),
      game('open', 20, { seat: 0, since: 7, until: null }),
      game('newest', 90),
      game('soon', 30, { seat: 1, since: 8, until: 300 }),
      game('longest', 1, { seat: 0, since: 2, until: null }),
    ]
    expect(found.sort(byUrgency).map((one) => one.id)).toEqual(['soon', 'later', 'longest', 'open', 'newest', 'quiet'])
  })
})
