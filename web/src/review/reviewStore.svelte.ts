/** The review of a table as it grows: asked for once, read until it is done, given up when nobody looks any more. */
import { ApiError, ask } from '$lib/api'
import { called } from '$lib/called'
import type { Review, ReviewState } from '$lib/protocol'

const PAUSE = 1_000 // between two looks

export class ReviewStore {
  review = $state.raw<Review | null>(null)
  /** The entry of the log of every move. */
  numbers = $state.raw<number[]>([])
  #names = $state.raw<string[]>([])
  /** What the players are called, by seat. */
  people = $derived(this.#names.map(called))
  stage = $state('')
  ahead = $state(0)
  isDone = $state(false)
  /** The server's name for what went wrong. */
  failed = $state('')
  #left = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly table: string) {
    void this.#read('POST')
  }

  /** Nobody looks any more. */
  close(): void {
    this.#left = true
    clearTimeout(this.#timer)
    if (!this.isDone && !this.failed) void ask(this.#path, { method: 'DELETE' }).catch(() => undefined)
  }

  get #path(): string {
    return `/api/tables/${this.table}/review`
  }

  async #read(method: 'GET' | 'POST'): Promise<void> {
    try {
      const found = await ask<ReviewState>(`${this.#path}?have=${this.stage}`, method === 'POST' ? { method } : undefined)
      if (this.#left) return
      this.#names = found.names
      if (found.review) {
        this.review = found.review
        this.numbers = found.numbers ?? []
      }
      this.stage = found.stage
      this.ahead = found.ahead
      this.isDone = found.is_done
      if (found.stage === 'failed') this.failed = 'failed'
    } catch (error) {
      if (this.#left) return
      if (error instanceof ApiError && error.status !== 0) this.failed = error.error
    }
    if (!this.isDone && !this.failed) this.#timer = setTimeout(() => void this.#read('GET'), PAUSE)
  }
}
