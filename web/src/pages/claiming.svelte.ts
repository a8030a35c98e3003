/** Whether a quick game begins with the standing order to claim my rents, where the book has them claimed. */
import { storage } from '$lib/storage'

const KEY = 'claims'

class Claiming {
  on = $state(storage.get(KEY) !== 'off')

  set(on: boolean): void {
    this.on = on
    storage.set(KEY, on ? 'on' : 'off')
  }
}

export const claiming = new Claiming()
