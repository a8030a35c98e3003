/** The prize of each board theme: a drawing on a field of 240 by 180 whose parts come in one after another, and what falls. */
import { area, disc, lines, type Drawing, type Ink } from './drawings/shapes'
import type { BoardTheme } from '$lib/boardThemes'

/** How a part comes in: see the keyframes of Prize.svelte. */
export type Entrance = 'rise' | 'drop' | 'roll' | 'fly' | 'grow' | 'unfurl'

export interface PrizePart {
  drawing: Drawing
  enters: Entrance
  /** Milliseconds after the first. */
  after: number
}

export interface Prize {
  parts: readonly PrizePart[]
  /** A scrap that falls, on a field of 12 by 12, and its inks. */
  scrap: { d: string; inks: readonly Ink[] }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, place) => place)
const round = (value: number): number => Math.round(value * 10) / 10
const part = (enters: Entrance, after: number, ...drawing: Drawing): PrizePart => ({ drawing, enters, after })

/** The cup, its foot at (0, 0), 84 high. */
const cup = (x: number, y: number, scale = 1): Drawing => {
  const move = `translate(${x} ${y}) scale(${scale})`
  return [
    lines('shade', 5, 'M-28-78H-43C-43-58-37-48-25-46M28-78H43C43-58 37-48 25-46', move),
    { ...area('brass', 'M-28-84H28V-62C28-42 17-29 6-26V-12H20V0H-20V-12H-6V-26C-17-29-28-42-28-62Z', move), stroke: 'shade', width: 3 },
    lines('shade', 2.5, 'M-20-78V-58M-13-78V-48M-6-78V-44', move),
  ]
}

/** Rays around a point, every second one longer. */
const rays = (x: number, y: number, from: number, to: number, count: number): string =>
  range(count)
    .map((at) => {
      const angle = (at * 2 * Math.PI) / count
      const far = at % 2 ? (from + to) / 2 : to
      return `M${round(x + from * Math.cos(angle))} ${round(y + from * Math.sin(angle))}L${round(x + far * Math.cos(angle))} ${round(y + far * Math.sin(angle))}`
    })
    .join('')

/** A branch of leaves that grows up one side of the middle. */
const branch = (way: 1 | -1, ink: Ink): Drawing =>
  range(7).map((at) => {
    const angle = (Math.PI / 180) * (80 - at * 22)
    const [x, y] = [120 + way * 74 * Math.cos(angle), 92 + 74 * Math.sin(angle)]
    const turn = way * (-30 - at * 20)
    return area(ink, 'M0 0C4-12 14-17 27-14C22-3 12 4 0 0Z', `translate(${round(x)} ${round(y)}) scale(${way} 1) rotate(${round(way * turn - 20)})`)
  })

/** A crane lowers a brass helmet onto blocks of concrete. */
const expopolis: Prize = {
  parts: [
    part(
      'rise',
      0,
      area('a', 'M6 160H234V174H6Z'),
      area('ink', range(10).map((at) => `M${14 + at * 22} 160H${26 + at * 22}L${15 + at * 22} 174H${3 + at * 22}Z`).join('')),
      { ...area('paper', 'M58 122H134V160H58Z'), stroke: 'ink', width: 3 },
      lines('ink', 2, 'M58 141H134M96 122V141M76 141V160M116 141V160'),
    ),
    part(
      'unfurl',
      250,
      lines('ink', 3, `M186 160V26M204 160V26${range(7).map((at) => `M186 ${160 - at * 19}L204 ${150.5 - at * 19}L186 ${141 - at * 19}`).join('')}`),
      lines('ink', 4, 'M40 30H230M195 8V30'),
      lines('ink', 2, 'M48 30 195 8 226 30M60 30 72 24 84 30 96 22 108 30 120 19 132 30 144 16 156 30 168 12'),
      area('a', 'M184 28H206V44H184Z'),
      area('ink', 'M212 30H230V48H212Z'),
    ),
    part(
      'drop',
      700,
      lines('ink', 2.5, 'M96 30V68M90 68A6 6 0 1 0 102 68'),
      { ...area('brass', 'M62 112A34 36 0 0 1 130 112Z'), stroke: 'shade', width: 3 },
      { ...area('brass', 'M52 110H140A5 5 0 0 1 140 121H52A5 5 0 0 1 52 110Z'), stroke: 'shade', width: 3 },
      { ...area('brass', 'M88 80A8 8 0 0 1 104 80V110H88Z'), stroke: 'shade', width: 3 },
      lines('shade', 2.5, 'M71 104C72 95 75 90 80 86M77 105C78 98 79 95 82 92'),
    ),
  ],
  scrap: { d: 'M0 8 5 0H12L7 8Z', inks: ['a', 'ink', 'brass'] },
}

/** A tram with the number one rolls in under the arches. */
const monopoliServer: Prize = {
  parts: [
    part(
      'rise',
      0,
      area('a', `M10 22H230V160H10ZM${range(4).map((at) => `${24 + at * 50} 160V62A21 21 0 0 1 ${66 + at * 50} 62V160Z`).join('M')}`),
      lines('paper', 2, 'M10 31H230'),
      lines('ink', 4, 'M0 162H240'),
      lines('ink', 2, 'M0 170H240'),
    ),
    part(
      'roll',
      400,
      lines('ink', 3, 'M104 74 122 50H92M74 50H166'),
      area('b', 'M44 74H196A14 14 0 0 1 210 88V146H30V88A14 14 0 0 1 44 74Z'),
      area('paper', range(4).map((at) => `M${44 + at * 34} 88H${70 + at * 34}V112H${44 + at * 34}Z`).join('') + 'M184 88H202V112H184Z'),
      lines('paper', 2.5, 'M30 122H210M30 128H210'),
      area('ink', disc(70, 150, 12) + disc(170, 150, 12)),
      area('paper', disc(70, 150, 4) + disc(170, 150, 4)),
      { ...area('brass', disc(120, 132, 17)), stroke: 'shade', width: 3 },
      lines('shade', 5, 'M114 127 121 122V143M114 143H128'),
    ),
    part('grow', 1300, { ...area('brass', disc(207, 130, 6)), stroke: 'shade', width: 2 }, lines('brass', 3, 'M218 130H238M216 122 234 112M216 138 234 148')),
  ],
  scrap: { d: 'M0 3H12V9H0Z', inks: ['a', 'b', 'brass'] },
}

/** A jet climbs past the sun over the curve of the earth. */
const europolis: Prize = {
  parts: [
    part('grow', 0, lines('a', 7, rays(120, 92, 52, 84, 24)), area('a', disc(120, 92, 44))),
    part('rise', 200, area('b', 'M0 180V150Q120 106 240 150V180Z'), lines('paper', 2, 'M0 166Q120 122 240 166M52 133Q60 158 58 180M120 128V180M188 133Q180 158 182 180')),
    part('unfurl', 500, lines('paper', 3, 'M14 166Q60 150 92 124')),
    part(
      'fly',
      700,
      area('paper', 'M74 128 178 62C192 53 208 50 213 56C217 62 209 73 195 82L164 102 150 150 138 154 140 118 110 137 104 156 95 158 94 144 80 148 76 142 88 136Z'),
      { ...area('paper', 'M138 88 84 78 92 70 158 76Z'), stroke: 'ink', width: 2.5 },
      { ...area('paper', 'M74 128 178 62C192 53 208 50 213 56C217 62 209 73 195 82L164 102 150 150 138 154 140 118 96 146Z'), stroke: 'ink', width: 2.5 },
      { ...area('paper', 'M74 128 66 100 76 98 96 114Z'), stroke: 'ink', width: 2.5 },
      { ...area('brass', 'M66 100 76 98 83 104 70 113Z'), stroke: 'ink', width: 2 },
      lines('b', 4, 'M118 110 184 68'),
      area('ink', 'M194 58 205 56 201 62 192 66Z'),
    ),
  ],
  scrap: { d: 'M0 8 12 0 8 12 6 8Z', inks: ['a', 'b', 'brass'] },
}

/** A panel of tiles lays itself around the cup. */
const TILE = 48
const tile = (x: number, y: number): Drawing => {
  const [cx, cy] = [x + TILE / 2, y + TILE / 2]
  const petals = [[0, -1], [1, 0], [0, 1], [-1, 0]]
    .map(([px = 0, py = 0]) => `M${cx} ${cy}Q${cx + px * 12 - py * 9} ${cy + py * 12 + px * 9} ${cx + px * 21} ${cy + py * 21}Q${cx + px * 12 + py * 9} ${cy + py * 12 - px * 9} ${cx} ${cy}Z`)
    .join('')
  const [l, t, r, b] = [x, y, x + TILE, y + TILE]
  return [
    { ...area('paper', `M${l} ${t}H${r}V${b}H${l}Z`), stroke: 'a', width: 2.5 },
    area('b', `M${l} ${t}H${l + 13}A13 13 0 0 1 ${l} ${t + 13}ZM${r} ${t}V${t + 13}A13 13 0 0 1 ${r - 13} ${t}ZM${r} ${b}H${r - 13}A13 13 0 0 1 ${r} ${b - 13}ZM${l} ${b}V${b - 13}A13 13 0 0 1 ${l + 13} ${b}Z`),
    area('a', petals),
    area('b', disc(cx, cy, 4.5)),
  ]
}
const AROUND = [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [2, 2], [1, 2], [0, 2], [0, 1]] as const
const clasico: Prize = {
  parts: [
    part('grow', 0, { ...area('paper', 'M72 66H168V114H72Z'), stroke: 'a', width: 2.5 }),
    ...AROUND.map(([column, row], place) => part('grow', 90 * place, ...tile(24 + column * TILE, 18 + row * TILE))),
    part('drop', 1100, { ...area('paper', disc(120, 90, 50)), stroke: 'a', width: 4 }, lines('b', 3, disc(120, 90, 44)), ...cup(120, 128, 0.92)),
  ],
  scrap: { d: 'M6 0 12 6 6 12 0 6Z', inks: ['a', 'b', 'brass'] },
}

/** The sun comes up behind a stepped pyramid by the sea. */
const stairs = (half: number, height: number, steps: number): string =>
  `M${120 - half} 150${range(steps).map((at) => `V${round(150 - (height / steps) * (at + 1))}H${round(120 - half + ((half - 18) / steps) * (at + 1))}`).join('')}H138${range(steps).map((at) => `V${round(150 - (height / steps) * (steps - at - 1))}H${round(138 + ((half - 18) / steps) * (at + 1))}`).join('')}Z`
const lima: Prize = {
  parts: [
    part('rise', 250, lines('brass', 6, rays(120, 64, 49, 64, 20)), { ...area('brass', disc(120, 64, 42)), stroke: 'shade', width: 3 }, lines('shade', 3, 'M104 54H112M128 54H136M120 56V66H114M106 75Q120 84 134 75')),
    part('rise', 0, area('b', stairs(88, 66, 5)), lines('paper', 2.5, 'M114 150V88M126 150V88M114 142H126M114 132H126M114 122H126M114 112H126M114 102H126')),
    part('roll', 500, lines('a', 5, [156, 167, 178].map((y) => `M-6 ${y}${range(11).map(() => 'q6-9 12 0t12 0').join('')}`).join(''))),
  ],
  scrap: { d: 'M0 12V8H3V4H6V0H12V4H9V8H6V12Z', inks: ['a', 'b', 'brass'] },
}

/** A keep raises its banner between ears of wheat; a crown comes down on it. */
const ear = (way: 1 | -1): Drawing => [
  lines('b', 3, `M${120 + way * 66} 166C${120 + way * 70} 130 ${120 + way * 84} 100 ${120 + way * 98} 70`),
  ...range(6).flatMap((at) => {
    const [x, y] = [120 + way * (73 + at * 5), 128 - at * 11]
    return [-1, 1].map((side) => area('b', 'M0 0C5-5 6-13 2-19C-4-14-4-6 0 0Z', `translate(${x} ${y}) rotate(${way * 22 + side * 34})`))
  }),
]
const castis: Prize = {
  parts: [
    part(
      'rise',
      0,
      { ...area('paper', 'M76 166V66H70V46H84V56H96V46H110V56H130V46H144V56H156V46H170V66H164V166Z'), stroke: 'ink', width: 3 },
      lines('ink', 1.6, 'M76 76H164M76 106H92M148 106H164M76 136H94M146 136H164M82 86V106M158 86V106M88 116V136M152 116V136M80 146V166M160 146V166M154 84V92M86 120H76'),
      area('ink', 'M106 166V146A14 14 0 0 1 134 146V166Z'),
      lines('ink', 4, 'M40 168H200'),
    ),
    part('grow', 400, ...ear(1), ...ear(-1)),
    part('unfurl', 600, { ...area('a', 'M98 74H142V136L120 124 98 136Z'), stroke: 'ink', width: 2.5 }, { ...area('brass', 'M110 88H130V102C130 110 126 114 120 117C114 114 110 110 110 102Z'), stroke: 'shade', width: 2 }),
    part('drop', 1100, { ...area('brass', 'M96 42 90 14 107 26 120 6 133 26 150 14 144 42Z'), stroke: 'shade', width: 3 }, area('a', disc(120, 32, 4) + disc(106, 34, 3) + disc(134, 34, 3))),
  ],
  scrap: { d: 'M6 0C11 4 11 9 6 12C1 9 1 4 6 0Z', inks: ['a', 'b', 'brass'] },
}

/** A cup between two branches. */
const plain: Prize = {
  parts: [part('grow', 0, ...branch(1, 'b'), ...branch(-1, 'b')), part('drop', 400, ...cup(120, 146, 1.25))],
  scrap: { d: disc(6, 6, 5), inks: ['a', 'b', 'brass'] },
}

const PRIZES: Record<BoardTheme, Prize> = { expopolis, 'monopoli-server': monopoliServer, europolis, clasico, lima, castis, plain }

export const prizeOf = (boardTheme: BoardTheme): Prize => PRIZES[boardTheme]
