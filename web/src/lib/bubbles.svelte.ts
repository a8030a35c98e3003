/** What pops up at a token for a moment: an emote of a person, or a remark of a bot. */
import { SvelteMap } from 'svelte/reactivity'
import { storage } from './storage'

const LASTS = 3400
const KEPT = 'remarks'

export interface Bubble {
  id: number
  /** An emote by its name, or the path of a remark in the words. */
  emote?: string
  remark?: string
}

class Bubbles {
  readonly bySeat = new SvelteMap<number, Bubble>()
  /** Whether bots may make remarks. */
  remarks = $state(storage.get(KEPT) !== 'off')
  #id = 0
  #said = ''

  /** One bot speaks at a time, and none repeats what was said last. */
  remark(seat: number, path: string): void {
    if (path === this.#said) return
    this.#said = path
    for (const [other, { remark }] of this.bySeat) if (remark) this.bySeat.delete(other)
    this.show(seat, { remark: path })
  }

  show(seat: number, bubble: Omit<Bubble, 'id'>): void {
    const id = ++this.#id
    this.bySeat.set(seat, { id, ...bubble })
    setTimeout(() => {
      if (this.bySeat.get(seat)?.id === id) this.bySeat.delete(seat)
    }, LASTS)
  }

  clear(): void {
    this.bySeat.clear()
  }

  setRemarks(on: boolean): void {
    this.remarks = on
    storage.set(KEPT, on ? 'on' : 'off')
    if (!on) for (const [seat, { remark }] of this.bySeat) if (remark) this.bySeat.delete(seat)
  }
}

export const bubbles = new Bubbles()
