/** My profile: a name stored by the server, and my preferred token, stored by this browser. */
import { storage } from '$lib/storage'
import { api } from '$lib/api'
import { say } from '$lib/words.svelte'

/** What the server calls somebody who has not said a name. */
const GUEST = /^Guest ([A-Z0-9]{4})$/

class Me {
  /** The name I chose, if I did. */
  name = $state(storage.get('name') ?? '')
  /** The seat whose colour and shape I like. */
  mark = $state(Number(storage.get('mark') ?? 0) || 0)
  #guest = $state('')
  #asked: Promise<void> | undefined

  /** What the others see: my name, or that of a guest. */
  get shown(): string {
    return this.name || (this.#guest ? say('ui.guest', { code: this.#guest }) : '')
  }

  /** Ask the server once; it gives a newcomer a cookie and a name. */
  load(): Promise<void> {
    this.#asked ??= api
      .me()
      .then((me) => {
        this.#guest = GUEST.exec(me.name)?.[1] ?? ''
        if (!this.name && !this.#guest) this.name = me.name
      })
      .catch(() => {
        this.#asked = undefined
      })
    return this.#asked
  }

  async rename(name: string): Promise<void> {
    const wished = name.trim().slice(0, 24)
    if (!wished || wished === this.shown) return
    this.#keep(wished)
    this.#keep((await api.rename(wished)).name)
  }

  like(mark: number): void {
    this.mark = mark
    storage.set('mark', String(mark))
  }

  #keep(name: string): void {
    this.name = name
    storage.set('name', name)
  }
}

export const profile = new Me()
