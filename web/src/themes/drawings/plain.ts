/** Drawings any edition can use, and those of an edition nobody drew yet. */
import { ICONS } from '../../board/icons'
import { area, disc, icon, lines, type Drawing } from './shapes'

/** The printer's fist: a hand that points to the left. */
export const FIST: Drawing = [
  area('a', 'M78 36H96V78H78Z'),
  lines('on-a', 2.5, 'M84 42V72M90 42V72'),
  area('ink', 'M8 38H52Q50 28 42 24Q46 18 54 21Q64 26 68 35H78V77H54Q44 77 42 68L40 52H8A7 7 0 0 1 8 38Z'),
  lines('paper', 2.4, 'M40 52H58M42 60H58M43 68.500H57'),
]

export const PLAIN: Record<string, Drawing> = {
  start: [
    area('b', disc(62, 36, 15)),
    lines('b', 3.5, 'M62 14V6M77.5 20.5 83 15M84 36H92M46.5 20.5 41 15M40 36H32'),
    area('a', 'M4 68 34 44V58H94V78H34V92Z'),
  ],
  jail: [
    area('ink', 'M18 8H82V82H18Z'),
    area('b', 'M26 16H74V76H26Z'),
    area('paper', disc(60, 32, 7)),
    lines('ink', 5, 'M36 12V80M50 12V80M64 12V80'),
    lines('ink', 4, 'M22 46H78'),
    area('ink', 'M10 82H90V91H10Z'),
  ],
  free: [
    area('b', disc(36, 32, 21)),
    area('b', disc(24, 44, 14)),
    area('b', disc(49, 44, 14)),
    area('ink', 'M33 50H39V90H33Z'),
    area('a', 'M54 60H94V66H54ZM54 70H94V76H54Z'),
    lines('ink', 4, 'M60 62V90M88 62V90M6 91H96'),
  ],
  go_to_jail: FIST,
  deck0: icon('a', ICONS.chance),
  deck1: icon('b', ICONS.chest),
  tax: icon('ink', ICONS.stamp),
  transport: icon('ink', ICONS.train),
  utility0: icon('ink', ICONS.lamp),
  utility1: icon('ink', ICONS.drop),
  utility2: icon('ink', ICONS.gear),
}
