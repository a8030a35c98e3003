/** The six emotes, drawn on a field of 48 by 48: a face or a thing as a surface, with lines over it. */
import type { Say } from '$lib/protocol'

export type Emote = NonNullable<Say['emote']>

interface Drawing {
  /** What it stands on. */
  field: 'brass' | 'paper'
  surface: string
  lines: string
  /** Small surfaces in ink: eyes, an open mouth. */
  ink: string
}

const HEAD = 'M24 5A19 19 0 1 1 23.9 5Z'

export const EMOTES: Record<Emote, Drawing> = {
  laugh: { field: 'brass', surface: HEAD, lines: 'M12 19L18 22L12 25M36 19L30 22L36 25', ink: 'M14 29H34C33 37 29 40 24 40C19 40 15 37 14 29Z' },
  applause: {
    field: 'paper',
    surface: 'M9 26L20 13C22 11 25 13 24 16L22 20L31 9C33 7 36 9 35 12L34 14C37 12 40 14 38 18L37 20C40 19 41 22 40 25L33 37C29 43 20 44 15 39C10 35 8 30 9 26Z',
    lines: 'M24 24L33 13M28 27L36 18M32 30L38 23M6 16L10 18M12 7L14 12M22 4V8',
    ink: '',
  },
  surprise: { field: 'brass', surface: HEAD, lines: 'M12 15Q16 11 20 14M28 14Q32 11 36 15', ink: 'M14.5 21a2.5 3 0 1 0 5 0a2.5 3 0 1 0-5 0ZM28.5 21a2.5 3 0 1 0 5 0a2.5 3 0 1 0-5 0ZM19 34a5 6 0 1 0 10 0a5 6 0 1 0-10 0Z' },
  tears: { field: 'brass', surface: HEAD, lines: 'M13 22Q17 19 20 22M28 22Q31 19 35 22M17 36Q24 29 31 36M15 26C12 31 13 34 15 34C17 34 18 31 15 26ZM33 26C30 31 31 34 33 34C35 34 36 31 33 26Z', ink: '' },
  anger: { field: 'brass', surface: HEAD, lines: 'M12 17L20 21M36 17L28 21M16 36Q20 31 24 34Q28 37 32 33', ink: 'M15 24a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0ZM28.6 24a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0Z' },
  luck: {
    field: 'paper',
    surface: 'M24 23C18 20 12 14 16 9C19 6 23 8 24 12C25 8 29 6 32 9C36 14 30 20 24 23ZM24 23C21 29 15 35 10 31C7 28 9 24 13 23C9 22 7 18 10 15C15 11 21 17 24 23ZM24 23C27 29 33 35 38 31C41 28 39 24 35 23C39 22 41 18 38 15C33 11 27 17 24 23Z',
    lines: 'M24 24Q25 36 31 43',
    ink: '',
  },
}

export const EMOTE_NAMES = Object.keys(EMOTES) as Emote[]

/** An emote of the log, if this client draws it. */
export const emoteNamed = (name: string | null | undefined): Emote | null => EMOTE_NAMES.find((one) => one === name) ?? null
