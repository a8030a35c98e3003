/** The board theme of an edition or skin, as its file names it. Colours and lettering are in themes.css, drawings in drawings/. */
import type { File } from './editionFile'

export type BoardTheme = NonNullable<File['theme']>

/** The look of a skin, or else of its edition; an edition that nobody drew yet gets a plain good print. */
export const boardThemeOf = (edition?: BoardTheme, skin?: BoardTheme | null): BoardTheme => skin ?? edition ?? 'plain'
