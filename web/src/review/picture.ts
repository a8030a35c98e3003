/** A review as a picture to share: the curve of all players, and the moment that decided, in words. */

export const SIZE = { width: 1200, height: 630 } // as pages that show links have it

export interface PictureOf {
  title: string
  edition: string
  curve: readonly (readonly number[])[]
  names: readonly string[]
  moments: readonly { move: number; seat: number; place: number }[]
  /** The moment that is told: its number on the curve, and its sentence. */
  place: number | null
  sentence: string
  address: string
  /** A percentage as the reader's language writes it. */
  percent: (n: number) => string
}

/** A colour of the page, as a canvas takes it. */
export type ColourOf = (name: string) => string

const DASHES = [[], [14, 6], [4, 6], [18, 6, 4, 6], [8, 5], [20, 8], [4, 5, 14, 5], [9, 4, 4, 4]]
const [LEFT, RIGHT, TOP, BOTTOM] = [92, 40, 128, 404]
const SENTENCE = { size: 24, apart: 28, lines: 4 }
const DISPLAY = '"Fraunces Variable", Georgia, serif'
const SANS = '"Instrument Sans Variable", system-ui, sans-serif'

/** A text in lines of at most this width; what does not fit into so many lines ends with an ellipsis. */
export function wrapped(text: string, width: number, most: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (line && measure(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  if (line) lines.push(line)
  if (lines.length <= most) return lines
  let last = lines[most - 1] ?? ''
  while (last && measure(`${last}…`) > width) last = last.slice(0, -1)
  return [...lines.slice(0, most - 1), `${last}…`]
}

/** Draw it. */
export function drawPicture(context: CanvasRenderingContext2D, of: PictureOf, colour: ColourOf): void {
  const { width, height } = SIZE
  const last = Math.max(1, of.curve.length - 1)
  const x = (move: number): number => LEFT + (move / last) * (width - LEFT - RIGHT)
  const y = (chance: number): number => TOP + (1 - chance / 1e6) * (BOTTOM - TOP)
  const write = (text: string, at: [number, number], font: string, ink: string, align: CanvasTextAlign = 'left'): void => {
    context.font = font
    context.fillStyle = colour(ink)
    context.textAlign = align
    context.fillText(text, ...at)
  }

  context.fillStyle = colour('--paper-2')
  context.fillRect(0, 0, width, height)
  context.fillStyle = colour('--brass-fill')
  context.fillRect(0, 0, width, 10)
  write(of.edition, [40, 70], `560 44px ${DISPLAY}`, '--ink')
  write(of.title, [width - 40, 70], `400 26px ${SANS}`, '--ink-2', 'right')

  for (const grid of [0, 25, 50, 75, 100]) {
    context.strokeStyle = colour('--line')
    context.lineWidth = 1.5
    context.setLineDash([])
    context.beginPath()
    context.moveTo(LEFT, y(grid * 1e4))
    context.lineTo(width - RIGHT, y(grid * 1e4))
    context.stroke()
    write(of.percent(grid), [LEFT - 12, y(grid * 1e4) + 7], `400 20px ${SANS}`, '--ink-2', 'right')
  }
  for (const seat of of.names.keys()) {
    for (const [ink, wide] of [['--paper-2', 8], [`--seat-${seat % 8}`, 4]] as const) {
      context.strokeStyle = colour(ink)
      context.lineWidth = wide
      context.lineJoin = 'round'
      context.setLineDash(wide === 4 ? (DASHES[seat % 8] ?? []) : [])
      context.beginPath()
      of.curve.forEach((row, move) => context.lineTo(x(move), y(row[seat] ?? 0)))
      context.stroke()
    }
  }
  context.setLineDash([])
  for (const moment of of.moments) {
    const at: [number, number] = [x(moment.move), y(of.curve[moment.move]?.[moment.seat] ?? 0)]
    badge(context, at, String(moment.place), colour, write)
  }

  // The key: smaller where many players have long names.
  const texts = of.names.map((name, seat) => `${name} ${of.percent((of.curve.at(-1)?.[seat] ?? 0) / 1e4)}`)
  context.font = `600 22px ${SANS}`
  const wide = texts.reduce((sum, text) => sum + context.measureText(text).width, 0)
  const size = Math.min(22, (22 * (width - LEFT - RIGHT - 72 * texts.length)) / wide)
  let from = LEFT
  for (const [seat, text] of texts.entries()) {
    context.strokeStyle = colour(`--seat-${seat % 8}`)
    context.lineWidth = 5
    context.setLineDash(DASHES[seat % 8] ?? [])
    context.beginPath()
    context.moveTo(from, BOTTOM + 40)
    context.lineTo(from + 34, BOTTOM + 40)
    context.stroke()
    context.setLineDash([])
    write(text, [from + 44, BOTTOM + 47], `600 ${size}px ${SANS}`, '--ink')
    from += 44 + context.measureText(text).width + 28
  }

  const indent = of.place === null ? 40 : 92
  if (of.place !== null) badge(context, [58, BOTTOM + 98], String(of.place), colour, write)
  context.font = `400 ${SENTENCE.size}px ${SANS}`
  const lines = wrapped(of.sentence, width - indent - 40, SENTENCE.lines, (text) => context.measureText(text).width)
  lines.forEach((line, place) => write(line, [indent, BOTTOM + 105 + SENTENCE.apart * place], `400 ${SENTENCE.size}px ${SANS}`, '--ink'))
  write(`Magnate · ${of.address}`, [width - 40, height - 14], `400 18px ${SANS}`, '--ink-2', 'right')
}

function badge(context: CanvasRenderingContext2D, at: [number, number], text: string, colour: ColourOf, write: (text: string, at: [number, number], font: string, ink: string, align: CanvasTextAlign) => void): void {
  context.beginPath()
  context.arc(...at, 17, 0, 2 * Math.PI)
  context.fillStyle = colour('--brass-fill')
  context.fill()
  context.strokeStyle = colour('--brass-shade')
  context.lineWidth = 2.5
  context.stroke()
  write(text, [at[0], at[1] + 8], `700 22px ${SANS}`, '--on-brass', 'center')
}
