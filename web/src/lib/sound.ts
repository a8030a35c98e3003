/** Whether and how loud sounds are, and playing one. What they are made of is in `sounds.ts`, loaded with the first. */
import type { Instrument, Sound } from './sounds'
import { storage } from './storage'

export type { Sound }

const KEPT = 'sound'
const LOUD = 0.5
const LATE = 300 // milliseconds after which a sound belongs to nothing any more
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

/** The instrument of a voice, made at the first sound. Browsers let it speak only after the person has touched the page. */
function instrument(voice: Voice, noiseIn: (context: BaseAudioContext) => AudioBuffer): Instrument | null {
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return null
  context ??= new AudioContext()
  let out = outs.get(voice)
  if (!out) {
    out = context.createGain()
    out.gain.value = gainOf(voice)
    out.connect(context.destination)
    outs.set(voice, out)
  }
  noise ??= noiseIn(context)
  if (context.state === 'suspended') void context.resume()
  return { context, out, noise }
}

/** Plays a sound, if sounds are on and the page may make any. */
export function play(name: Sound): void {
  void make(name).catch(() => undefined) // without its recipe it is simply not heard
}

async function make(name: Sound): Promise<void> {
  if (!on || document.visibilityState === 'hidden' && name !== 'turn') return
  const voice = name === 'turn' ? 'turn' : 'effects'
  if (volumes[voice] <= 0) return
  const asked = performance.now()
  const { SOUNDS, noiseIn } = await import('./sounds')
  if (performance.now() - asked > LATE) return
  const made = instrument(voice, noiseIn)
  if (made) SOUNDS[name](made)
}
