/** Sounds made in the browser: wood for tokens, paper for cards, brass for money, a knock for jail, two tones for a turn. */

import { storage } from './storage'

export type Sound = 'dice' | 'step' | 'card' | 'cash' | 'jail' | 'gavel' | 'turn' | 'chime'

const KEPT = 'sound'
const LOUD = 0.5
/** What can be set apart: everything that happens, and the tones of my turn. */
export const VOICES = ['effects', 'turn'] as const
export type Voice = (typeof VOICES)[number]

let context: AudioContext | null = null
const outs = new Map<Voice, GainNode>()
let noise: AudioBuffer | null = null
const listeners = new Set<(on: boolean) => void>()
let on = storage.get(KEPT) !== 'off'
const volumes: Record<Voice, number> = { effects: keptVolume('effects'), turn: keptVolume('turn') }

/** From 0 to 100, as this browser keeps it. */
function keptVolume(voice: Voice): number {
  const kept = storage.get(`volume:${voice}`)
  const volume = kept === null ? 100 : Number(kept)
  return volume >= 0 && volume <= 100 ? volume : 100
}

/** The switch: one click silences everything, and the browser remembers it. */
export const sound = {
  get on(): boolean {
    return on
  },
  set on(wanted: boolean) {
    on = wanted
    storage.set(KEPT, wanted ? 'on' : 'off')
    if (!wanted) void context?.suspend()
    for (const heard of listeners) heard(wanted)
  },
  /** How loud a voice is, from 0 to 100. */
  volume: (voice: Voice): number => volumes[voice],
  setVolume(voice: Voice, volume: number): void {
    volumes[voice] = volume
    storage.set(`volume:${voice}`, String(volume))
    const out = outs.get(voice)
    if (out) out.gain.value = gainOf(voice)
  },
  /** Hear when the switch is turned. */
  watch(heard: (on: boolean) => void): () => void {
    listeners.add(heard)
    return () => listeners.delete(heard)
  },
}

/** Loudness is heard by its square. */
const gainOf = (voice: Voice): number => LOUD * (volumes[voice] / 100) ** 2

/** The voice that sounds are made for just now. */
let speaking: Voice = 'effects'

/** The instrument, made at the first sound. Browsers let it speak only after the person has touched the page. */
function instrument(): { context: AudioContext; out: GainNode; noise: AudioBuffer } | null {
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return null
  context ??= new AudioContext()
  let out = outs.get(speaking)
  if (!out) {
    out = context.createGain()
    out.gain.value = gainOf(speaking)
    out.connect(context.destination)
    outs.set(speaking, out)
  }
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
    const samples = noise.getChannelData(0)
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1
  }
  if (context.state === 'suspended') void context.resume()
  return { context, out, noise }
}

interface Tone {
  at?: number
  pitch: number
  long: number
  loud: number
  shape?: OscillatorType
  /** The pitch at the end. */
  fall?: number
}

/** A struck tone that dies away. */
function strike({ at = 0, pitch, long, loud, shape = 'sine', fall = pitch }: Tone): void {
  const made = instrument()
  if (!made) return
  const begin = made.context.currentTime + at
  const oscillator = made.context.createOscillator()
  const gain = made.context.createGain()
  oscillator.type = shape
  oscillator.frequency.setValueAtTime(pitch, begin)
  oscillator.frequency.exponentialRampToValueAtTime(Math.max(20, fall), begin + long)
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(loud, begin + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + long)
  oscillator.connect(gain).connect(made.out)
  oscillator.start(begin)
  oscillator.stop(begin + long + 0.02)
}

interface Rustle {
  at?: number
  long: number
  loud: number
  pitch: number
  narrow?: number
  slide?: number
}

/** A breath of filtered noise: paper, or the grain of wood. */
function rustle({ at = 0, long, loud, pitch, narrow = 1, slide = pitch }: Rustle): void {
  const made = instrument()
  if (!made) return
  const begin = made.context.currentTime + at
  const source = made.context.createBufferSource()
  const filter = made.context.createBiquadFilter()
  const gain = made.context.createGain()
  source.buffer = made.noise
  filter.type = 'bandpass'
  filter.Q.value = narrow
  filter.frequency.setValueAtTime(pitch, begin)
  filter.frequency.exponentialRampToValueAtTime(slide, begin + long)
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(loud, begin + long * 0.12)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + long)
  source.connect(filter).connect(gain).connect(made.out)
  source.start(begin, Math.random() * 0.2, long + 0.02)
}

/** Wood on wood. */
function knock(at: number, pitch: number, loud: number): void {
  strike({ at, pitch, fall: pitch * 0.7, long: 0.07, loud, shape: 'triangle' })
  rustle({ at, long: 0.03, loud: loud * 0.6, pitch: pitch * 5, narrow: 2 })
}

/** Brass: partials that do not quite agree. */
function brass(at: number, pitch: number, loud: number): void {
  for (const [ratio, part] of [[1, 1], [2.76, 0.5], [5.4, 0.22]] as const) {
    strike({ at, pitch: pitch * ratio, long: 0.34 / Math.sqrt(ratio), loud: loud * part })
  }
}

const SOUNDS: Record<Sound, () => void> = {
  dice: () => {
    let at = 0
    for (let hit = 0; hit < 7; hit++) {
      knock(at, 520 + Math.random() * 380, 0.16 * (1 - hit / 11))
      at += 0.04 + Math.random() * 0.03 + hit * 0.012
    }
  },
  step: () => knock(0, 330 + Math.random() * 40, 0.2),
  card: () => {
    rustle({ long: 0.16, loud: 0.2, pitch: 1800, slide: 5200, narrow: 0.8 })
    rustle({ at: 0.14, long: 0.06, loud: 0.14, pitch: 3000 })
  },
  cash: () => {
    brass(0, 1320, 0.07)
    brass(0.075, 1760, 0.06)
  },
  jail: () => {
    strike({ pitch: 96, fall: 52, long: 0.3, loud: 0.5 })
    rustle({ long: 0.09, loud: 0.2, pitch: 240 })
  },
  gavel: () => {
    knock(0, 210, 0.5)
    knock(0.17, 190, 0.4)
  },
  turn: () => {
    strike({ pitch: 587, long: 0.32, loud: 0.13 })
    strike({ at: 0.16, pitch: 784, long: 0.46, loud: 0.13 })
  },
  chime: () => {
    brass(0, 660, 0.07)
    brass(0.13, 880, 0.07)
    brass(0.26, 1175, 0.06)
  },
}

/** Plays a sound, if sounds are on and the page may make any. */
export function play(name: Sound): void {
  if (!on || document.visibilityState === 'hidden' && name !== 'turn') return
  speaking = name === 'turn' ? 'turn' : 'effects'
  if (volumes[speaking] > 0) SOUNDS[name]()
}
