/** Lengths of time as people read them, in their language: the browser knows the words and their plurals. */

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

type Unit = 'day' | 'hour' | 'minute'

function inUnit(count: number, unit: Unit, language: string, width: 'long' | 'narrow'): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: width }).format(count)
}

/** A countdown: 0:07, 12:30, 2h 5m, 3d 4h. */
export function countdown(milliseconds: number, language: string): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`
  const [first, second, size]: [Unit, Unit, number] = seconds < DAY ? ['hour', 'minute', HOUR] : ['day', 'hour', DAY]
  const rest = Math.floor((seconds % size) / (size === DAY ? HOUR : MINUTE))
  const large = inUnit(Math.floor(seconds / size), first, language, 'narrow')
  return rest ? `${large} ${inUnit(rest, second, language, 'narrow')}` : large
}

/** The same in words and one unit: 12 minutes, 5 hours, 3 days. */
export function inWords(milliseconds: number, language: string): string {
  const seconds = Math.max(0, milliseconds / 1000)
  if (seconds >= 1.5 * DAY) return inUnit(Math.round(seconds / DAY), 'day', language, 'long')
  if (seconds >= 1.5 * HOUR) return inUnit(Math.round(seconds / HOUR), 'hour', language, 'long')
  return inUnit(Math.max(1, Math.ceil(seconds / MINUTE)), 'minute', language, 'long')
}
