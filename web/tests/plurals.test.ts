/** Numbers from 0 to 120 have the form that the grammar of each language asks for, as browsers know it. */
import { beforeAll, describe, expect, it, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('document', { documentElement: { lang: '' } })

const { LANGUAGES, percent, say, several, words } = await import('$lib/words.svelte')

const NUMBERS = Array.from({ length: 121 }, (_, n) => n)
const TOLD: Record<string, string[]> = {
  en: ['0 houses', '1 house', '2 houses', '20 houses', '101 houses'],
  it: ['0 case', '1 casa', '2 case', '20 case', '101 case'],
  es: ['0 casas', '1 casa', '2 casas', '20 casas', '101 casas'],
  ro: ['0 case', '1 casă', '2 case', '20 de case', '101 case'],
}
const TENTH: Record<string, string> = { en: '10%', it: '10%', es: '10\u00a0%', ro: '10\u00a0%' }

describe.each(LANGUAGES)('in $name', ({ code, plural }) => {
  beforeAll(async () => {
    await words.want('play')
    await words.speak(code)
  })

  it('counts as its grammar wants', () => {
    const rules = new Intl.PluralRules(code)
    const forms = [...Object.keys(plural), 'other']
    const wanted = NUMBERS.map((n) => say(`count.turn.${forms.indexOf(rules.select(n))}`, { n }))
    expect(NUMBERS.map((n) => several('count.turn', n))).toEqual(wanted)
  })

  it('counts houses', () => {
    expect([0, 1, 2, 20, 101].map((n) => several('count.house', n))).toEqual(TOLD[code])
  })

  it('writes hundredths', () => {
    expect(percent(10)).toBe(TENTH[code])
  })
})
