import { expect, it } from 'vitest'
import { drawPicture, SIZE, wrapped } from '../src/review/picture'

const letters = (text: string): number => text.length

it('breaks a sentence into lines between words', () => {
  expect(wrapped('Ana bought the deed', 10, 3, letters)).toEqual(['Ana bought', 'the deed'])
  expect(wrapped('', 10, 3, letters)).toEqual([])
})

it('ends with an ellipsis where there is no more room', () => {
  expect(wrapped('one two three four', 5, 2, letters)).toEqual(['one', 'two…'])
  expect(wrapped('abcdefgh ijkl mnop', 6, 1, letters)).toEqual(['abcde…'])
})

/** A canvas that remembers what is written on it; every letter is half as wide as it is high. */
function canvas() {
  const written: { text: string; from: number; to: number; y: number }[] = []
  const wide = (font: string, text: string): number => (Number(/(\d[\d.]*)px/.exec(font)?.[1]) / 2) * text.length
  const context = new Proxy({ font: '', textAlign: 'left' } as Record<string, unknown>, {
    get: (own, name) => {
      if (name === 'measureText') return (text: string) => ({ width: wide(String(own.font), text) })
      if (name === 'fillText')
        return (text: string, x: number, y: number) => {
          const width = wide(String(own.font), text)
          const from = own.textAlign === 'right' ? x - width : own.textAlign === 'center' ? x - width / 2 : x
          written.push({ text, from, to: from + width, y })
        }
      return own[String(name)] ?? (() => undefined)
    },
  })
  return { context: context as unknown as CanvasRenderingContext2D, written }
}

it('has room for six long names and a deal in words', () => {
  const { context, written } = canvas()
  const names = ['Maria Antonietta', 'Nonna Giuseppina', 'Zio Bartolomeo', 'Gianfrancesca', 'Massimiliano', 'Alessandra']
  const sentence = 'Nonna Giuseppina agreed to a deal (Maria Antonietta pays Nonna Giuseppina 320 Castis; Plaza de la Inmaculada goes to Nonna Giuseppina; Calle Judería Vieja goes to Maria Antonietta; Calle Real goes to Maria Antonietta) and then won 40% of the test games; after refusing, 62%. Maria Antonietta then had all of Segovia.'
  drawPicture(context, { title: 'Chance of winning', edition: 'Castis', curve: [names.map(() => 1e6 / 6), names.map((_, seat) => (seat ? 0 : 1e6))], names, moments: [], place: 1, sentence, address: 'example.org', percent: (n) => `${Math.round(n)}%` }, () => '')
  for (const { text, from, to, y } of written) expect(from >= 0 && to <= SIZE.width + 1e-6 && y < SIZE.height, text).toBe(true)
  const told = written.map(({ text }) => text).join(' ')
  expect(told).toContain(sentence)
  const foot = written.at(-1)
  for (const { text, y } of written.slice(0, -1)) expect(y, text).toBeLessThan((foot?.y ?? 0) - 18)
})
