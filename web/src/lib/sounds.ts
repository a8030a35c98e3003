/**
 * What each sound is made of: wood for tokens, paper for cards, brass for money, a dull knock for jail, two soft tones for
 * my turn, a short figure for each small moment, and a fanfare for each board theme. Loaded with the first sound.
 */

import type { BoardTheme } from './boardThemes'

export type Effect = 'dice' | 'step' | 'card' | 'cash' | 'jail' | 'gavel' | 'turn' | 'group' | 'hotel' | 'escape' | 'dearest' | 'deal' | 'ruin' | 'emote'
export type Sound = Effect | `fanfare-${BoardTheme}`

/** Where sounds are made: a context, what they go to, and half a second of noise. */
export interface Instrument {
  context: BaseAudioContext
  out: AudioNode
  noise: AudioBuffer
}

interface Tone {
  at?: number
  pitch: number
  long: number
  loud: number
  shape?: OscillatorType
  /** The pitch at the end. */
  fall?: number
  /** Seconds until it is loudest. */
  attack?: number
}

interface Rustle {
  at?: number
  long: number
  loud: number
  pitch: number
  narrow?: number
  slide?: number
}

export function noiseIn(context: BaseAudioContext): AudioBuffer {
  const noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
  const samples = noise.getChannelData(0)
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1
  return noise
}

/** A struck or blown tone that dies away. */
function strike({ context, out }: Instrument, { at = 0, pitch, long, loud, shape = 'sine', fall = pitch, attack = 0.004 }: Tone): void {
  const begin = context.currentTime + at
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = shape
  oscillator.frequency.setValueAtTime(pitch, begin)
  oscillator.frequency.exponentialRampToValueAtTime(Math.max(20, fall), begin + long)
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(loud, begin + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + long)
  oscillator.connect(gain).connect(out)
  oscillator.start(begin)
  oscillator.stop(begin + long + 0.02)
}

/** A breath of filtered noise: paper, or the grain of wood. */
function rustle({ context, out, noise }: Instrument, { at = 0, long, loud, pitch, narrow = 1, slide = pitch }: Rustle): void {
  const begin = context.currentTime + at
  const source = context.createBufferSource()
  const filter = context.createBiquadFilter()
  const gain = context.createGain()
  source.buffer = noise
  filter.type = 'bandpass'
  filter.Q.value = narrow
  filter.frequency.setValueAtTime(pitch, begin)
  filter.frequency.exponentialRampToValueAtTime(slide, begin + long)
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(loud, begin + long * 0.12)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + long)
  source.connect(filter).connect(gain).connect(out)
  source.start(begin, Math.random() * 0.2, long + 0.02)
}

/** Wood on wood. */
function knock(on: Instrument, at: number, pitch: number, loud: number): void {
  strike(on, { at, pitch, fall: pitch * 0.7, long: 0.07, loud, shape: 'triangle' })
  rustle(on, { at, long: 0.03, loud: loud * 0.6, pitch: pitch * 5, narrow: 2 })
}

/** Brass: partials that do not quite agree. */
function brass(on: Instrument, at: number, pitch: number, loud: number, long = 0.34): void {
  for (const [ratio, part] of [[1, 1], [2.76, 0.5], [5.4, 0.22]] as const) {
    strike(on, { at, pitch: pitch * ratio, long: long / Math.sqrt(ratio), loud: loud * part })
  }
}

/** A horn: soft at first, with an octave above it. */
function horn(on: Instrument, at: number, pitch: number, long: number, loud = 0.09): void {
  strike(on, { at, pitch, long, loud, shape: 'triangle', attack: 0.04 })
  strike(on, { at, pitch: pitch * 2, long: long * 0.8, loud: loud * 0.3, attack: 0.05 })
}

/** A plucked string. */
function pluck(on: Instrument, at: number, pitch: number, loud = 0.13): void {
  strike(on, { at, pitch, long: 0.5, loud, shape: 'triangle' })
  strike(on, { at, pitch: pitch * 2.003, long: 0.26, loud: loud * 0.4 })
  rustle(on, { at, long: 0.02, loud: loud * 0.4, pitch: pitch * 6, narrow: 1.5 })
}

/** A pipe of reed: breath and tone. */
function pipe(on: Instrument, at: number, pitch: number, long: number): void {
  strike(on, { at, pitch, long, loud: 0.12, attack: 0.06 })
  rustle(on, { at, long, loud: 0.05, pitch: pitch * 2, narrow: 8 })
}

/** Tones one after another, each a step of the well-tempered scale above a pitch. */
const tune = (steps: readonly number[], every: number, from: number, sound: (at: number, pitch: number, place: number) => void): void =>
  steps.forEach((step, place) => sound(place * every, from * 2 ** (step / 12), place))

export const SOUNDS: Record<Sound, (on: Instrument) => void> = {
  dice: (on) => {
    let at = 0
    for (let hit = 0; hit < 7; hit++) {
      knock(on, at, 520 + Math.random() * 380, 0.16 * (1 - hit / 11))
      at += 0.04 + Math.random() * 0.03 + hit * 0.012
    }
  },
  step: (on) => knock(on, 0, 330 + Math.random() * 40, 0.2),
  card: (on) => {
    rustle(on, { long: 0.16, loud: 0.2, pitch: 1800, slide: 5200, narrow: 0.8 })
    rustle(on, { at: 0.14, long: 0.06, loud: 0.14, pitch: 3000 })
  },
  cash: (on) => {
    brass(on, 0, 1320, 0.07)
    brass(on, 0.075, 1760, 0.06)
  },
  jail: (on) => {
    strike(on, { pitch: 96, fall: 52, long: 0.3, loud: 0.5 })
    rustle(on, { long: 0.09, loud: 0.2, pitch: 240 })
  },
  gavel: (on) => {
    knock(on, 0, 210, 0.5)
    knock(on, 0.17, 190, 0.4)
  },
  turn: (on) => {
    strike(on, { pitch: 587, long: 0.32, loud: 0.13 })
    strike(on, { at: 0.16, pitch: 784, long: 0.46, loud: 0.13 })
  },
  group: (on) => tune([0, 4, 7, 12], 0.09, 523, (at, pitch) => brass(on, at, pitch, 0.07)),
  hotel: (on) => {
    for (let floor = 0; floor < 4; floor++) knock(on, floor * 0.09, 260 + floor * 70, 0.26)
    brass(on, 0.4, 1046, 0.08, 0.5)
  },
  escape: (on) => {
    knock(on, 0, 150, 0.4)
    tune([0, 5, 9], 0.08, 494, (at, pitch) => strike(on, { at: at + 0.14, pitch, long: 0.24, loud: 0.11 }))
  },
  dearest: (on) => {
    strike(on, { pitch: 110, fall: 98, long: 0.9, loud: 0.32, shape: 'triangle' })
    for (let coin = 0; coin < 6; coin++) brass(on, 0.1 + coin * 0.07, 1500 - coin * 120, 0.05)
  },
  deal: (on) => {
    rustle(on, { long: 0.12, loud: 0.16, pitch: 2400, slide: 1600 })
    knock(on, 0.16, 240, 0.3)
    tune([0, 7], 0.1, 659, (at, pitch) => strike(on, { at: at + 0.22, pitch, long: 0.34, loud: 0.1 }))
  },
  ruin: (on) => {
    tune([0, -3, -7], 0.2, 330, (at, pitch) => strike(on, { at, pitch, fall: pitch * 0.94, long: 0.4, loud: 0.15, shape: 'triangle' }))
    strike(on, { at: 0.62, pitch: 80, fall: 50, long: 0.5, loud: 0.4 })
  },
  emote: (on) => strike(on, { pitch: 520, fall: 880, long: 0.12, loud: 0.12 }),
  // The site: hammers, then horns.
  'fanfare-expopolis': (on) => {
    for (const at of [0, 0.14, 0.28]) knock(on, at, 180, 0.4)
    tune([0, 0, 7, 12], 0.2, 294, (at, pitch, place) => horn(on, at + 0.44, pitch, place === 3 ? 1 : 0.22))
  },
  // A tram bell, then a march.
  'fanfare-monopoli-server': (on) => {
    for (const at of [0, 0.16]) brass(on, at, 1568, 0.09, 0.5)
    tune([0, 4, 7, 4, 12], 0.17, 392, (at, pitch, place) => horn(on, at + 0.4, pitch, place === 4 ? 1 : 0.2))
  },
  // The gong before a flight is called, and a climb.
  'fanfare-europolis': (on) => {
    tune([0, 7, 4], 0.26, 523, (at, pitch) => strike(on, { at, pitch, long: 0.9, loud: 0.12 }))
    rustle(on, { at: 0.7, long: 1, loud: 0.1, pitch: 300, slide: 2600 })
    tune([0, 4, 7, 12], 0.12, 523, (at, pitch) => strike(on, { at: at + 0.9, pitch, long: 0.7, loud: 0.1 }))
  },
  // A guitar: down the Phrygian stairs and home.
  'fanfare-clasico': (on) => {
    tune([12, 10, 8, 7, 8, 10, 12], 0.11, 330, (at, pitch) => pluck(on, at, pitch))
    for (const [place, step] of [0, 7, 12, 16, 19].entries()) pluck(on, 0.86 + place * 0.025, 220 * 2 ** (step / 12), 0.1)
  },
  // Pipes of reed over five tones.
  'fanfare-lima': (on) => tune([0, 3, 5, 7, 10, 12], 0.19, 440, (at, pitch, place) => pipe(on, at, pitch, place === 5 ? 1.1 : 0.26)),
  // Two trumpets in fifths.
  'fanfare-castis': (on) => {
    for (const fifth of [0, 7]) tune([0, 0, 5, 7, 12], 0.2, 262 * 2 ** (fifth / 12), (at, pitch, place) => horn(on, at, pitch, place === 4 ? 1.2 : 0.22, 0.08))
  },
  'fanfare-plain': (on) => tune([0, 4, 7, 12, 16], 0.14, 523, (at, pitch, place) => brass(on, at, pitch, 0.07, place === 4 ? 0.9 : 0.34)),
}
