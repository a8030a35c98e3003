/** The faces of bots: a handful of parts, combined by the name; the manner of looking and what they wear by the level. */

/** On a field of 48 by 48. */
export interface Face {
  skin: string
  hair: { d: string; colour: string }
  eyes: string
  mouth: string
  /** What is worn: a surface, and lines over it. */
  wears: { d: string; lines: string }
}

const SKINS = ['#f2cfa6', '#e3b184', '#c68a5c', '#93603c']
const HAIRS = ['#2c211a', '#6b4023', '#a8672a', '#d9b45c', '#8b8378']

/** Behind and above the head, from ear to ear. */
const CUTS = [
  'M10 25C8 9 18 5 25 6C36 6 41 14 38 25C36 17 31 14 24 15C17 14 12 18 10 25Z',
  'M9 33C6 16 12 6 24 6C36 6 42 16 39 33L35 34C37 22 33 15 24 15C15 15 11 22 13 34Z',
  'M11 22C9 10 17 4 24 8C30 3 40 9 37 22C33 14 28 17 24 13C20 17 15 14 11 22Z',
  'M12 20C11 9 18 6 24 6C31 6 37 9 36 20C31 16 27 12 18 13C15 14 13 16 12 20Z',
  'M10 24C4 22 6 13 12 12C13 5 22 3 25 7C31 3 38 8 37 13C43 15 42 22 38 24C37 17 31 13 24 14C17 13 12 17 10 24Z',
  'M12 19C13 13 17 10 20 10C17 13 17 15 17 17ZM36 19C35 13 31 10 28 10C31 13 31 15 31 17Z',
]

interface Look {
  eyes: string
  mouth: string
  wears: { d: string; lines: string }
}

const NOTHING = { d: '', lines: '' }
const LOOKS: Record<string, Look> = {
  // Wide eyes, an open smile, a cap.
  novice: {
    eyes: 'M15.6 25a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0ZM27.6 25a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0Z',
    mouth: 'M18 32Q24 39 30 32Z',
    wears: { d: 'M11 17C12 7 18 4 24 4C31 4 36 8 37 16L43 18Q38 20 24 17Q16 16 11 17Z', lines: '' },
  },
  // Calm.
  house: { eyes: 'M16.4 25a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0ZM28.2 25a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0Z', mouth: 'M19 33Q24 36 29 33', wears: NOTHING },
  // A raised brow, an eyeglass, a moustache.
  trader: {
    eyes: 'M16.4 25.500a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0ZM28.4 25.500a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0Z',
    mouth: 'M20 34.500Q24 35.5 28 34',
    wears: { d: 'M24 29.500C20 28 17 30 15 32.500C19 33.5 22 32.5 24 31.500C26 32.5 29 33.5 33 32.500C31 30 28 28 24 29.500Z', lines: 'M25.5 25.500a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0ZM34 28L36 38M14.5 20.500Q18 17.5 21 20' },
  },
  // Level eyes, a thin smile, a beret.
  master: {
    eyes: 'M16.2 24.5H20.2V26.5H16.2ZM27.8 24.5H31.8V26.5H27.8Z',
    mouth: 'M19.5 34Q24 35 29 32.5',
    wears: { d: 'M9 15C10 7 19 4 28 5C37 6 41 11 39 15C31 12 18 12 9 15ZM27 5L28.500 2.500L30 5Z', lines: 'M15.500 21.500H20.500M27.500 21.500H32.500' },
  },
  // Half-closed eyes, round glasses, a star.
  oracle: {
    eyes: 'M15.5 25.500Q18 23.5 20.5 25.500ZM27.5 25.500Q30 23.5 32.5 25.500Z',
    mouth: 'M20 33.500Q24 35.5 28 33.5',
    wears: { d: 'M24 3.500L25.3 7L29 7.200L26.1 9.500L27.1 13L24 11L20.9 13L21.9 9.500L19 7.200L22.7 7Z', lines: 'M13.5 25a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0ZM25.5 25a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0ZM22.5 25H25.5' },
  },
}
const CALM = LOOKS.house as Look

/** A number for a text: the same in every browser. */
export function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return hash
}

const pick = <Part>(parts: readonly Part[], hash: number, by: number): Part => parts[Math.floor(hash / by) % parts.length] as Part

/** The face of a bot: by its name, and by its level. */
export function faceOf(name: string, level: string): Face {
  const hash = hashOf(name)
  return { skin: pick(SKINS, hash, 1), hair: { d: pick(CUTS, hash, 7), colour: pick(HAIRS, hash, 61) }, ...(LOOKS[level] ?? CALM) }
}
