/** The lessons somebody has done, by edition, kept in this browser. */
import { storage } from '$lib/storage'

const KEPT = 'lessons'

class Progress {
  /** As "edition/lesson". */
  #done = $state.raw<readonly string[]>((storage.get(KEPT) ?? '').split(' ').filter(Boolean))

  has(edition: string, lesson: string): boolean {
    return this.#done.includes(`${edition}/${lesson}`)
  }

  done(edition: string, lesson: string): void {
    if (this.has(edition, lesson)) return
    this.#done = [...this.#done, `${edition}/${lesson}`]
    storage.set(KEPT, this.#done.join(' '))
  }

  /** How many of these are done. */
  count(edition: string, lessons: readonly string[]): number {
    return lessons.filter((lesson) => this.has(edition, lesson)).length
  }
}

export const progress = new Progress()
