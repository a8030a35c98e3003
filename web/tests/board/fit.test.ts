import { describe, expect, it } from 'vitest'
import { abbreviated, fit, fitFirst, fitTight, shortForms, syllables, TIGHT, type Measure } from '../../src/board/fit'

const measure: Measure = (text, size) => text.length * size * 0.5
const box = { width: 60, height: 60, largest: 13, smallest: 11, language: 'it' }

describe('dividing words', () => {
  it.each([
    ['it', 'Montenapoleone', 'Mon-te-na-po-leone'],
    ['it', 'Giambellino', 'Giam-bel-lino'],
    ['it', 'patrimoniale', 'patri-mo-niale'],
    ['it', 'Augusto', 'Augu-sto'],
    ['es', 'Azoguejo', 'Azo-guejo'],
    ['es', 'Casualidad', 'Casua-li-dad'],
    ['es', 'Castellana', 'Cas-te-llana'],
    ['es', 'Balborraz', 'Bal-bo-rraz'],
    ['es', 'Electricidad', 'Elec-tri-ci-dad'],
    ['ro', 'Administrației', 'Admi-nis-tra-ției'],
    ['en', 'Edinburgh', 'Edin-burgh'],
  ])('in %s: %s is %s', (language, word, divided) => {
    expect(syllables(word, language).join('-')).toBe(divided)
  })

  it('leaves at least three letters on the last line', () => {
    expect(syllables('Impuesto', 'es')).toEqual(['Impuesto'])
  })

  it('leaves short words whole', () => {
    expect(syllables('Roma', 'it')).toEqual(['Roma'])
    expect(syllables('A2A', 'it')).toEqual(['A2A'])
  })
})

describe('setting a name', () => {
  it('breaks at blanks first', () => {
    expect(fit('Parco della Vittoria', box, measure).lines).toEqual(['Parco', 'della', 'Vittoria'])
    expect(fit('Via Roma', box, measure).lines).toEqual(['Via Roma'])
  })

  it('divides a word only if it would not fit at the smallest size', () => {
    expect(fit('Costantino', box, measure).lines).toEqual(['Costantino'])
    const set = fit('Montenapoleone', box, measure)
    expect(set.lines).toHaveLength(2)
    expect(set.lines[0]?.endsWith('-')).toBe(true)
  })

  it('never loses a letter and never runs over its box', () => {
    for (const name of ['Avenida de los Reyes Católicos', 'Soc. Acqua Potabile', 'San Vittore / Transito', 'Galleria Vittorio Emanuele', 'VIA! (..da Expo2015)']) {
      const set = fit(name, { ...box, height: 90 }, measure)
      expect(set.fits).toBe(true)
      expect(set.lines.join('').replace(/[\s-]/g, '')).toBe(name.replace(/\s/g, ''))
      for (const line of set.lines) expect(measure(line, set.size)).toBeLessThanOrEqual(60)
    }
  })

  it('takes a shorter form where the whole name has no room', () => {
    const forms = ['Avenida de los Reyes Católicos', 'Av. de los Reyes Católicos', 'Católicos']
    expect(fitFirst(forms, { ...box, height: 14 }, measure).lines).toEqual(['Católicos'])
  })

  it('takes slightly narrower letters before a shorter form, and never leaves letters out', () => {
    const set = fitFirst(['Via Castellana', 'Castellana'], { ...box, width: 66, height: 13, largest: 11 }, measure)
    expect(set.lines).toEqual(['Via Castellana'])
    expect(set.narrow).toBeCloseTo(66 / (14 * 11 * 0.5))
    expect(fitFirst(['Montenapoleone'], { ...box, width: 40, height: 14 }, measure).lines).toEqual(['Montenapoleone'])
  })
})

describe('a word on a small board', () => {
  const tight = { width: 25, height: 26, largest: 12, smallest: 12, language: 'es' }

  it('stands whole in narrower letters', () => {
    expect(fitTight('Lyon', tight, measure)).toMatchObject({ lines: ['Lyon'], narrow: 1 })
    const set = fitTight('Paris', tight, measure)
    expect(set.lines).toEqual(['Paris'])
    expect(set.narrow).toBeCloseTo(25 / 30)
  })

  it('is divided into two close lines before anything is left out', () => {
    expect(fitTight('Timisoara', { ...tight, width: 27 }, measure).lines).toEqual(['Timi-', 'soara'])
    expect(fitTight('España', { ...tight, width: 23 }, measure).lines).toEqual(['Es-', 'paña'])
  })

  it('has all its letters, however narrow', () => {
    for (const word of ['Bucharest', 'Montenapoleone', 'Thouars', 'Schwyz']) {
      for (const height of [14, 26, 40]) {
        const set = fitTight(word, { ...tight, height }, measure)
        expect(set.lines.join('').replaceAll('-', '')).toBe(word)
        for (const line of set.lines) expect(measure(line, set.size) * set.narrow).toBeLessThanOrEqual(25.001)
        expect(set.lines.length * 12 * TIGHT).toBeLessThanOrEqual(height)
      }
    }
  })

  it('takes three lines where there is room for them', () => {
    expect(fitTight('Bermúdez', { ...tight, width: 21, height: 36 }, measure).lines).toEqual(['Ber-', 'mú-', 'dez'])
  })
})

describe('short forms', () => {
  const names = ['Viale Vesuvio', 'Viale Monterosa', 'Viale Traiano', 'Via Roma', 'Imprevisti', 'Parco della Vittoria']

  it('keep the word that tells a name apart', () => {
    expect(shortForms(names)).toEqual(['Vesuvio', 'Monterosa', 'Traiano', 'Roma', 'Imprevisti', 'Vittoria'])
  })

  it('leave the article before an apostrophe out', () => {
    expect(shortForms(["Bilancio dell'Amministrazione", "Compagnia dell'acqua"])).toEqual(['Amministrazione', 'acqua'])
  })

  it('use the abbreviations of the country', () => {
    expect(names.map(abbreviated)).toEqual(['V.le Vesuvio', 'V.le Monterosa', 'V.le Traiano', 'Via Roma', 'Imprevisti', 'Parco della Vittoria'])
    expect(abbreviated('Plaza')).toBe('Plaza')
  })
})
