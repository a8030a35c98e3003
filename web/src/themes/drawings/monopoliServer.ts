/** Italian thirties: a tram, a palace of arches, a little car, the printer's fist. */
import { ICONS } from '../../board/icons'
import { FIST } from './plain'
import { area, disc, icon, lines, type Drawing } from './shapes'

const arch = (x: number, y: number): string => `M${x} ${y + 20}V${y + 8}A8 8 0 0 1 ${x + 16} ${y + 8}V${y + 20}Z`
const ROWS = [14, 40, 66]
const COLUMNS = [19, 42, 65]
const arches = ROWS.flatMap((y) => COLUMNS.map((x) => arch(x, y))).join('')
const bars = ROWS.flatMap((y) => COLUMNS.map((x) => `M${x + 5.3} ${y + 1}V${y + 20}M${x + 10.7} ${y + 1}V${y + 20}`)).join('')

export const MONOPOLI_SERVER: Record<string, Drawing> = {
  start: [
    lines('ink', 2, 'M4 8H96'),
    lines('ink', 3, 'M50 30 62 9'),
    area('a', 'M14 30H86A8 8 0 0 1 94 38V74H6V38A8 8 0 0 1 14 30Z'),
    area('paper', 'M13 38H28V54H13ZM33 38H48V54H33ZM53 38H68V54H53ZM73 38H87V54H73Z'),
    lines('paper', 2.5, 'M6 61H94'),
    area('ink', `${disc(26, 76, 7)}${disc(74, 76, 7)}`),
    area('b', 'M2 92 18 84V89H98V95H18V100Z'),
  ],
  jail: [area('a', 'M10 6H90V90H10Z'), area('paper', arches), lines('ink', 2.6, bars), area('ink', 'M6 90H94V96H6Z')],
  free: [
    lines('ink', 3, 'M86 88V22'),
    area('b', 'M72 6H100V30H72Z'),
    lines('paper', 4.5, 'M81.5 27V11H87A4.5 4.5 0 0 1 87 20H82'),
    area('a', 'M4 72C4 60 10 58 20 56L32 42Q34 38 40 38H56Q62 38 66 44L74 56Q90 58 90 72V78H4Z'),
    area('paper', 'M36 44H46V56H27ZM50 44H56Q59 44 61 47L66 56H50Z'),
    area('ink', `${disc(23, 78, 11)}${disc(71, 78, 11)}`),
    area('paper', `${disc(23, 78, 4)}${disc(71, 78, 4)}`),
    lines('ink', 3, 'M2 90H94'),
  ],
  go_to_jail: FIST,
  transport: icon('a', ICONS.tram),
}
