/** The board theme of an edition or skin. Colours and lettering are in themes.css, drawings in drawings/. */

export const BOARD_THEMES = ['expopolis', 'monopoli-server', 'europolis', 'clasico', 'lima', 'castis', 'plain'] as const
export type BoardTheme = (typeof BOARD_THEMES)[number]

/** The look of a skin, or else of its edition; an edition that nobody drew yet gets a plain good print. */
export function boardThemeOf(edition: string, skin = ''): BoardTheme {
  return BOARD_THEMES.find((boardTheme) => boardTheme === skin) ?? BOARD_THEMES.find((boardTheme) => boardTheme === edition) ?? 'plain'
}
