/** Whether text mode is on. Stored in the browser; can be changed at any time. */
import { storage } from '$lib/storage'

class Mode {
  #text = $state(storage.get('text') === 'on')

  get text(): boolean {
    return this.#text
  }

  set text(on: boolean) {
    this.#text = on
    storage.set('text', on ? 'on' : 'off')
  }
}

export const mode = new Mode()
