/** Which print an edition is drawn in. Colours and lettering of a look are in looks.css, its drawings in drawings/. */

export const LOOKS = ['expopolis', 'monopoli-server', 'europolis', 'clasico', 'lima', 'castis', 'plain'] as const
export type Look = (typeof LOOKS)[number]

/** The look of a skin, or else of its edition; an edition that nobody drew yet gets a plain good print. */
export function lookOf(edition: string, skin = ''): Look {
  return LOOKS.find((look) => look === skin) ?? LOOKS.find((look) => look === edition) ?? 'plain'
}

/** Editions whose book wants the prices of buildings printed on the board (SRV-53, SRV-55). */
export const PRINTS_BUILDINGS: readonly string[] = ['monopoli-server']
