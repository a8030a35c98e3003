/** Building-site Milan: a crane, a briefcase behind bars, a bicycle, a hoarding with its siren. */
import { area, disc, lines, type Drawing } from './shapes'

export const EXPOPOLIS: Record<string, Drawing> = {
  start: [
    lines('ink', 2.6, 'M60 90V24M72 90V24M60 90 72 79 60 68 72 57 60 46 72 35 60 24'),
    lines('ink', 2.2, 'M10 22 66 6 95 22'),
    lines('ink', 4.5, 'M8 22H97M66 24V4'),
    area('ink', 'M83 24H95V38H83Z'),
    area('a', 'M56 24H76V35H56Z'),
    lines('ink', 2, 'M24 22V46'),
    area('a', 'M2 62 22 44V54H46V70H22V80Z'),
    lines('ink', 4, 'M4 92H96'),
  ],
  jail: [
    area('a', 'M18 40H82A5 5 0 0 1 87 45V80A5 5 0 0 1 82 85H18A5 5 0 0 1 13 80V45A5 5 0 0 1 18 40Z'),
    lines('ink', 4.5, 'M38 40V32A5 5 0 0 1 43 27H57A5 5 0 0 1 62 32V40'),
    lines('ink', 2.5, 'M13 58H87'),
    area('on-a', 'M44 53H56V65H44Z'),
    lines('ink', 4.5, 'M21 12V92M35.5 12V92M64.5 12V92M79 12V92'),
    lines('ink', 7, 'M8 10H92M8 93H92'),
  ],
  free: [
    lines('ink', 4.2, `${disc(24, 66, 18)}${disc(76, 66, 18)}`),
    lines('a', 5, 'M24 66 40 38H66L76 66M40 38 50 66H24M50 66 66 38'),
    lines('ink', 4.5, 'M31 33H46M38 33 40 38M66 38 62 24H74'),
    area('ink', disc(50, 66, 4)),
    lines('ink', 3.5, 'M4 89H96'),
  ],
  go_to_jail: [
    lines('a', 3.5, 'M50 6V14M28 12 33 19M72 12 67 19M16 26 24 30M84 26 76 30'),
    area('a', 'M36 46V36A14 14 0 0 1 64 36V46Z'),
    area('ink', 'M30 44H70V52H30Z'),
    area('a', 'M6 54H94V72H6Z'),
    area('ink', 'M6 54H16L6 66ZM26 54H38L23 72H11ZM48 54H60L45 72H33ZM70 54H82L67 72H55ZM92 54H94V66L89 72H77Z'),
    lines('ink', 5, 'M20 72V92M80 72V92M10 92H30M70 92H90'),
  ],
}
