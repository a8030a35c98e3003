/** Spanish tiles: a gate, a window with its grille and flowers, an orange tree, the keys. */
import { area, disc, lines, type Drawing } from './shapes'

const KEY = `${disc(0, 6, 7)}M-2.2 12H2.200V40H10V35H14V40H10.500V46H2.200V50H-2.200ZM0 2.800A3.2 3.2 0 1 1 0 9.200A3.2 3.2 0 1 1 0 2.800Z`

export const CLASICO: Record<string, Drawing> = {
  start: [
    area('b', disc(50, 22, 14)),
    lines('b', 3, 'M50 4V0M33 10 29 6M67 10 71 6M30 24H24M70 24H76'),
    area('a', 'M8 82V44H34L50 30 66 44H92V82H80V64A8 8 0 0 0 64 64V82H60V60A10 10 0 0 0 40 60V82H36V64A8 8 0 0 0 20 64V82Z'),
    lines('paper', 2.5, 'M8 49H92'),
    area('b', 'M2 91 18 83V88H98V94H18V99Z'),
  ],
  jail: [
    area('a', 'M22 80V36A28 28 0 0 1 78 36V80Z'),
    area('paper', 'M30 80V37A20 20 0 0 1 70 37V80Z'),
    lines('ink', 3, 'M38 22V80M46 18V80M54 18V80M62 22V80M30 42H70M30 62H70'),
    area('b', `${disc(42, 42, 3)}${disc(58, 42, 3)}${disc(42, 62, 3)}${disc(58, 62, 3)}${disc(50, 42, 3)}${disc(50, 62, 3)}`),
    area('a', 'M14 80H86V86H14Z'),
    area('b', 'M30 86H46L43 98H33ZM54 86H70L67 98H57Z'),
  ],
  free: [
    area('a', disc(50, 30, 22)),
    area('a', disc(34, 38, 15)),
    area('a', disc(66, 38, 15)),
    area('b', `${disc(40, 24, 5)}${disc(58, 20, 5)}${disc(64, 36, 5)}${disc(48, 38, 5)}${disc(32, 40, 5)}`),
    area('ink', 'M47 50H53V70H47Z'),
    area('b', 'M30 66H70L64 94H36Z'),
    area('a', 'M32.5 76H67.500L66 83H34Z'),
    area('paper', 'M40 79.5 43.5 76 47 79.5 43.5 83ZM53 79.5 56.5 76 60 79.5 56.5 83Z'),
    lines('ink', 3, 'M12 95H88'),
  ],
  go_to_jail: [
    lines('a', 5.5, disc(50, 24, 16)),
    area('b', KEY, 'translate(50 34) rotate(0) scale(1.12)'),
    area('a', KEY, 'translate(38 32) rotate(34) scale(1.060)'),
    area('a', KEY, 'translate(62 32) rotate(-34) scale(-1.060 1.060)'),
  ],
}
