import { untrack } from 'svelte'

/** Parts that must stand on the page once (the live region, the desk), however many components ask for them. */
export class SingleInstance {
  #holders = $state.raw<symbol[]>([])

  /** Ask for the place until the component is gone; true while it is mine. */
  claim(): () => boolean {
    const mine = Symbol('holder')
    $effect(() => {
      untrack(() => (this.#holders = [...this.#holders, mine]))
      return () => (this.#holders = untrack(() => this.#holders).filter((one) => one !== mine))
    })
    return () => this.#holders[0] === mine
  }
}
