/** Castile in small engravings: castle gate, tower, storks on the belfry, ball and chain; four monuments. */
import { area, disc, lines, type Drawing } from './shapes'

const merlons = (from: number, to: number, y: number, step = 8): string => {
  let d = ''
  for (let x = from; x + step / 2 <= to; x += step) d += `M${x} ${y}H${x + step / 2}V${y + 6}H${x}Z`
  return d
}
const arches = (from: number, count: number, step: number, top: number, foot: number): string =>
  Array.from({ length: count }, (_, index) => {
    const x = from + index * step
    const r = (step - 4) / 2
    return `M${x} ${foot}V${top + r}A${r} ${r} 0 0 1 ${x + 2 * r} ${top + r}V${foot}Z`
  }).join('')
const hatch = (x: number, y: number, w: number, h: number, step = 4): string => {
  let d = ''
  for (let at = y; at <= y + h; at += step) d += `M${x} ${at}H${x + w}`
  return d
}

export const CASTIS: Record<string, Drawing> = {
  start: [
    lines('ink', 2, 'M24 26V6M76 26V6'),
    area('b', 'M24 6 40 11 24 16ZM76 6 92 11 76 16Z'),
    area('a', 'M10 88V34H38V48H62V34H90V88H62V70A12 12 0 0 0 38 70V88Z'),
    area('a', `${merlons(10, 38, 28)}${merlons(62, 90, 28)}${merlons(39, 62, 42, 7)}`),
    area('paper', 'M21 50A3 3 0 0 1 27 50V60H21ZM73 50A3 3 0 0 1 79 50V60H73Z'),
    lines('paper', 1.4, hatch(12, 68, 12, 16) + hatch(76, 68, 12, 16)),
    area('b', 'M4 94 16 88V91.500H96V96.500H16V100Z'),
  ],
  jail: [
    area('b', 'M26 92V26H74V92Z'),
    lines('ink', 2.6, 'M26 92V26H74V92'),
    area('ink', `M22 26V12H32V18H40V12H60V18H68V12H78V26Z`),
    lines('ink', 1.3, hatch(58, 32, 15, 58)),
    area('paper', 'M38 74V48A12 12 0 0 1 62 48V74Z'),
    lines('ink', 3, 'M38 74V48A12 12 0 0 1 62 48V74ZM44 40V74M50 36V74M56 40V74M38 56H62'),
    area('ink', 'M18 91H82V96H18Z'),
  ],
  free: [
    area('paper', 'M22 94V56L50 38 78 56V94Z'),
    lines('ink', 3, 'M22 94V56L50 38 78 56V94Z'),
    area('ink', arches(30, 2, 22, 60, 84)),
    area('b', 'M39 64Q45 68 45 79H33Q33 68 39 64ZM61 64Q67 68 67 79H55Q55 68 61 64Z'),
    lines('b', 5, 'M36 38Q50 46 64 38'),
    lines('ink', 2, 'M34 35Q50 44 66 35M36 41Q50 47 64 41'),
    lines('a', 2.2, 'M48 34V24M53 34V24'),
    area('paper', 'M36 20Q46 10 60 16L74 22Q60 30 48 27Q38 25 36 20Z'),
    lines('ink', 2, 'M36 20Q46 10 60 16L74 22Q60 30 48 27Q38 25 36 20Z'),
    area('ink', 'M58 17 76 22 60 26Z'),
    lines('paper', 5, 'M40 21Q32 16 34 6'),
    lines('ink', 1.8, 'M38 23Q28 16 32 4Q38 2 37 8Q36 14 42 17'),
    lines('a', 3, 'M33 6 16 12'),
    lines('ink', 1.2, hatch(24, 88, 52, 4)),
  ],
  go_to_jail: [
    lines('ink', 7, 'M22 10A15 15 0 1 1 21.9 10Z'),
    area('a', 'M30 34H44V44H30Z'),
    lines('ink', 4, 'M42 44A5 5 0 1 1 50 50A5 5 0 1 1 42 44ZM50 51A5 5 0 1 1 57 58'),
    area('ink', disc(66, 70, 25)),
    lines('paper', 2, 'M50 62A18 18 0 0 1 62 52M47 70A20 20 0 0 1 48 66'),
  ],
  transport0: [
    area('b', 'M2 88V52H98V88Z'),
    area('b', merlons(2, 98, 46, 7)),
    area('paper', 'M12 88V34H32V88ZM68 88V34H88V88Z'),
    lines('ink', 2.4, 'M12 88V34H32V88ZM68 88V34H88V88ZM2 88H98M32 52H68M2 52H12M88 52H98'),
    area('ink', merlons(11, 33, 27, 6) + merlons(67, 89, 27, 6)),
    lines('ink', 1.1, hatch(23, 40, 8, 46) + hatch(79, 40, 8, 46)),
    area('ink', 'M43 88V72A7 7 0 0 1 57 72V88Z'),
  ],
  transport1: [
    area('paper', 'M30 90V36L50 22 70 36V90Z'),
    area('b', 'M12 90V26L21 4 30 26V90ZM70 90V30L79 8 88 30V90Z'),
    lines('ink', 2.4, 'M12 90V26L21 4 30 26V90ZM70 90V30L79 8 88 30V90ZM30 36 50 22 70 36M8 90H92'),
    lines('ink', 2.6, disc(50, 48, 11)),
    lines('ink', 1.4, 'M39 48H61M50 37V59M42 40 58 56M58 40 42 56'),
    area('ink', 'M35 90V76L39 68 43 76V90ZM46 90V74L50 66 54 74V90ZM57 90V76L61 68 65 76V90Z'),
    lines('ink', 1.1, hatch(22, 32, 7, 54) + hatch(80, 36, 7, 50)),
  ],
  transport2: [
    area('b', 'M0 16H100V24H97V90H3V24H0Z'),
    area('paper', arches(8, 5, 17.6, 28, 50) + arches(8, 5, 17.6, 56, 90)),
    lines('ink', 2.2, 'M0 16H100M0 24H100M0 53H100M0 90H100'),
    lines('ink', 1.5, arches(8, 5, 17.6, 28, 50) + arches(8, 5, 17.6, 56, 90)),
  ],
  transport3: [
    area('paper', 'M34 90V46H66V90Z'),
    area('b', 'M14 90V40L24 2 34 40V90ZM66 90V40L76 2 86 40V90Z'),
    lines('ink', 2.4, 'M14 90V40L24 2 34 40V90ZM66 90V40L76 2 86 40V90ZM34 46H66M8 90H92M14 40H34M66 40H86M14 62H34M66 62H86'),
    lines('ink', 1.3, 'M18 26 28 18M20 18 30 26M17 34 31 26M17 26 31 34M70 26 80 18M72 18 82 26M69 34 83 26M69 26 83 34'),
    lines('ink', 2.2, disc(50, 58, 7)),
    area('ink', 'M42 90V80A8 8 0 0 1 58 80V90ZM21 58V50A3 3 0 0 1 27 50V58ZM73 58V50A3 3 0 0 1 79 50V58ZM20 90V76A4 4 0 0 1 28 76V90ZM72 90V76A4 4 0 0 1 80 76V90Z'),
  ],
}
