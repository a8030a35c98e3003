/** What is printed on the middle of each board: quiet drawings on a field of 700 by 700, under the stage. */
import { disc } from './drawings/shapes'
import { COAST, FLIGHTS, ISLANDS } from './europe'
import type { BoardTheme } from '$lib/boardThemes'

export interface Print {
  d: string
  /** Filled with the faint ink, or drawn with it, or with one of the two inks. */
  as: 'faint' | 'line' | 'a' | 'b' | 'field'
  width?: number
  dash?: string
  opacity?: number
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const round = (value: number): number => Math.round(value * 10) / 10

/** Concrete slabs with their tie holes, towers and cranes. */
function site(): Print[] {
  const joints = range(3).map((at) => `M${175 * (at + 1)} 0V700M0 ${175 * (at + 1)}H700`).join('')
  const holes = range(4).flatMap((x) => range(4).flatMap((y) => [[30, 30], [145, 30], [30, 145], [145, 145]].map(([dx, dy]) => disc(x * 175 + (dx ?? 0), y * 175 + (dy ?? 0), 4)))).join('')
  const crane = (x: number, top: number, reach: number): string =>
    `M${x} 700V${top}M${x + 16} 700V${top}${range(Math.floor((690 - top) / 22)).map((step) => `M${x} ${690 - step * 22}L${x + 16} ${679 - step * 22}L${x} ${668 - step * 22}`).join('')}M${x - reach} ${top}H${x + reach * 0.4}M${x - reach} ${top}L${x + 8} ${top - 34}L${x + reach * 0.4} ${top}M${x + 8} ${top}V${top - 34}M${x - reach * 0.7} ${top}V${top + 60}`
  const towers =
    'M0 700V606H46V700ZM56 700V560H104V700ZM112 700V520L150 496V700ZM236 700V586H292V700ZM300 700V500Q318 470 336 500V700ZM420 700V552L474 540V700ZM482 700V610H540V700ZM604 700V540H620V516H652V540H664V700ZM672 700V590H700V700Z'
  const windows = [[64, 572, 4, 5], [246, 598, 4, 4], [428, 566, 4, 6], [612, 552, 4, 6]]
    .flatMap(([x = 0, y = 0, columns = 0, rows = 0]) => range(columns).flatMap((c) => range(rows).map((r) => `M${x + c * 10} ${y + r * 18}h5v9h-5Z`)))
    .join('')
  return [
    { d: joints, as: 'line', width: 2.5 },
    { d: holes, as: 'faint' },
    { d: crane(196, 400, 130), as: 'line', width: 3 },
    { d: crane(566, 450, 110), as: 'line', width: 3 },
    { d: towers, as: 'faint' },
    { d: windows, as: 'field' },
  ]
}

/** Tram lines with their stops, and a row of arches. */
function tramLines(): Print[] {
  const centre = 350
  const ray = (angle: number): string => {
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    return `M${round(centre + 120 * x)} ${round(centre + 120 * y)}L${round(centre + 480 * x)} ${round(centre + 480 * y)}`
  }
  const angles = range(12).map((at) => (at * Math.PI) / 6 + Math.PI / 12)
  const stops = angles.flatMap((angle, index) => [200, 290].filter((_, at) => (index + at) % 2 === 0).map((r) => disc(round(centre + r * Math.cos(angle)), round(centre + r * Math.sin(angle)), 8))).join('')
  const arches = range(14).map((at) => `M${at * 50 + 8} 700V650A17 17 0 0 1 ${at * 50 + 42} 650V700Z`).join('')
  return [
    { d: angles.map(ray).join(''), as: 'line', width: 5 },
    { d: disc(centre, centre, 200) + disc(centre, centre, 290), as: 'line', width: 5 },
    { d: stops, as: 'field' },
    { d: stops, as: 'line', width: 4 },
    { d: 'M0 606H700V700H0Z', as: 'faint' },
    { d: arches, as: 'field' },
    { d: 'M0 606H700M0 616H700', as: 'field', width: 2 },
  ]
}

/** A map with its routes. */
function routes(): Print[] {
  const arcs = FLIGHTS.map(([x, y], index) => {
    const [toX, toY] = FLIGHTS[(index + 1) % FLIGHTS.length] ?? [x, y]
    const bend = 0.2
    const midX = (x + toX) / 2 - (toY - y) * bend
    const midY = (y + toY) / 2 + (toX - x) * bend
    return `M${x} ${y}Q${round(midX)} ${round(midY)} ${toX} ${toY}`
  }).join('')
  const meridians = range(6).map((at) => `M${round(350 + (at - 2.5) * 110)} -10Q${round(350 + (at - 2.5) * 150)} 350 ${round(350 + (at - 2.5) * 190)} 710`).join('')
  const parallels = range(5).map((at) => `M-10 ${at * 150 + 70}Q350 ${at * 150 + 10} 710 ${at * 150 + 70}`).join('')
  return [
    { d: meridians + parallels, as: 'line', width: 1.5 },
    { d: COAST + ISLANDS, as: 'faint' },
    { d: arcs, as: 'b', width: 2.2, dash: '7 6', opacity: 0.55 },
    { d: FLIGHTS.map(([x, y]) => disc(x, y, 5)).join(''), as: 'b', opacity: 0.8 },
    { d: FLIGHTS.map(([x, y]) => disc(x, y, 2.4)).join(''), as: 'a' },
  ]
}

/** A border of tiles around a quiet middle. */
function tiles(): Print[] {
  const side = 100
  const tile = (x: number, y: number): string => {
    const [cx, cy] = [x + 50, y + 50]
    const petals = range(4).map((at) => {
      const [px, py] = [[0, -1], [1, 0], [0, 1], [-1, 0]][at] as [number, number]
      return `M${cx} ${cy}Q${cx + px * 26 - py * 18} ${cy + py * 26 + px * 18} ${cx + px * 44} ${cy + py * 44}Q${cx + px * 26 + py * 18} ${cy + py * 26 - px * 18} ${cx} ${cy}Z`
    })
    return petals.join('')
  }
  const corners = (x: number, y: number): string =>
    `M${x} ${y}H${x + 30}A30 30 0 0 1 ${x} ${y + 30}ZM${x + 100} ${y}V${y + 30}A30 30 0 0 1 ${x + 70} ${y}ZM${x + 100} ${y + 100}H${x + 70}A30 30 0 0 1 ${x + 100} ${y + 70}ZM${x} ${y + 100}V${y + 70}A30 30 0 0 1 ${x + 30} ${y + 100}Z`
  const places = range(7).flatMap((x) => range(7).map((y) => [x, y] as const)).filter(([x, y]) => x === 0 || y === 0 || x === 6 || y === 6)
  return [
    { d: places.map(([x, y]) => tile(x * side, y * side)).join(''), as: 'faint' },
    { d: places.map(([x, y]) => corners(x * side, y * side)).join(''), as: 'b', opacity: 0.28 },
    { d: places.map(([x, y]) => disc(x * side + 50, y * side + 50, 9)).join(''), as: 'b', opacity: 0.5 },
    { d: 'M104 104H596V596H104ZM114 114H586V586H114Z', as: 'line', width: 3 },
    { d: range(5).map((at) => `M${100 * (at + 1)} 0V100M${100 * (at + 1)} 600V700M0 ${100 * (at + 1)}H100M600 ${100 * (at + 1)}H700`).join(''), as: 'line', width: 1 },
  ]
}

/** Stepped pyramids of adobe, a sun, the sea. */
function adobe(): Print[] {
  const pyramid = (x: number, y: number, way: 1 | -1): string => {
    const stairs = range(4).map((at) => `V${y - way * 15 * (at + 1)}H${x + 10 * (at + 1)}`).join('')
    const down = range(4).map((at) => `V${y - way * 15 * (3 - at)}H${x + 48 + 10 * (at + 1)}`).join('')
    return `M${x} ${y}${stairs}H${x + 48}${down}Z`
  }
  const wave = (y: number): string => `M0 ${y}${range(14).map(() => 'q12.5-18 25 0t25 0').join('')}`
  const rays = range(24)
    .map((at) => {
      const angle = (at * Math.PI) / 12
      const to = at % 2 ? 172 : 190
      return `M${round(350 + 142 * Math.cos(angle))} ${round(400 + 142 * Math.sin(angle))}L${round(350 + to * Math.cos(angle))} ${round(400 + to * Math.sin(angle))}`
    })
    .join('')
  return [
    { d: range(7).map((at) => pyramid(42 + at * 88, 42, -1)).join(''), as: 'faint' },
    { d: disc(350, 400, 122), as: 'faint' },
    { d: rays, as: 'line', width: 8 },
    { d: range(3).map((at) => wave(604 + at * 24)).join(''), as: 'a', width: 5, opacity: 0.35 },
  ]
}

/** An aqueduct over the whole breadth, ears of wheat around the name. */
function stone(): Print[] {
  const tier = (top: number, foot: number, count: number): string => {
    const step = 700 / count
    return range(count)
      .map((at) => {
        const r = step / 2 - 7
        const x = round(at * step + 7)
        return `M${x} ${foot}V${round(top + r)}A${round(r)} ${round(r)} 0 0 1 ${round(x + 2 * r)} ${round(top + r)}V${foot}Z`
      })
      .join('')
  }
  /** A branch of wheat that grows from the foot of the name up its left or right side. */
  const branch = (way: 1 | -1): string => {
    const at = (angle: number, far: number): string => `${round(350 + way * far * Math.cos(angle))} ${round(268 + far * Math.sin(angle))}`
    const grains = range(15).flatMap((step) => {
      const angle = Math.PI / 2 - 0.16 - step * 0.105
      return [
        `M${at(angle, 232)}Q${at(angle - 0.02, 254)} ${at(angle - 0.15, 258)}Q${at(angle - 0.12, 238)} ${at(angle, 232)}Z`,
        `M${at(angle, 228)}Q${at(angle - 0.03, 206)} ${at(angle - 0.16, 204)}Q${at(angle - 0.13, 222)} ${at(angle, 228)}Z`,
      ]
    })
    const tip = Math.PI / 2 - 0.16 - 15 * 0.105
    return `${grains.join('')}M${at(tip, 230)}Q${at(tip - 0.04, 240)} ${at(tip - 0.14, 230)}Q${at(tip - 0.04, 220)} ${at(tip, 230)}Z`
  }
  return [
    { d: branch(1) + branch(-1), as: 'faint' },
    { d: 'M0 520H700V700H0Z', as: 'faint' },
    { d: tier(540, 596, 14) + tier(612, 700, 10), as: 'field' },
    { d: 'M0 532H700M0 604H700', as: 'field', width: 2.5 },
  ]
}

/** A rosette of fine lines, as on banknotes. */
function rosette(): Print[] {
  const curve = (r: number, swing: number, petals: number, phase: number): string => {
    const points = range(181).map((at) => {
      const angle = (at * Math.PI) / 90
      const far = r + swing * Math.sin(petals * angle + phase)
      return `${round(350 + far * Math.cos(angle))} ${round(350 + far * Math.sin(angle))}`
    })
    return `M${points.join('L')}Z`
  }
  return [
    { d: range(6).map((at) => curve(280, 34, 18, (at * Math.PI) / 6)).join(''), as: 'line', width: 1.6 },
    { d: range(4).map((at) => curve(190, 22, 12, (at * Math.PI) / 4)).join(''), as: 'line', width: 1.6 },
    { d: disc(350, 350, 330) + disc(350, 350, 322), as: 'line', width: 2 },
  ]
}

const PRINTS: Record<BoardTheme, () => Print[]> = {
  expopolis: site,
  'monopoli-server': tramLines,
  europolis: routes,
  clasico: tiles,
  lima: adobe,
  castis: stone,
  plain: rosette,
}

/** The print of the middle. */
export const ornamentOf = (boardTheme: BoardTheme): Print[] => PRINTS[boardTheme]()
