/** Tells the server how fast the person at this screen wants bots to play. */
import { tempo } from '$lib/pace.svelte'
import type { Play } from './play.svelte'

const asked = new Map<string, string>()

/** Says it for every seat of mine of which the table knows another wish; once, for a refusal stays one. */
export function tellPace(play: Play): void {
  const { store } = play
  if (store.link !== 'open' || store.table?.status !== 'playing') return
  for (const seat of store.seats) {
    const key = `${store.id} ${seat}`
    const known = play.chair(seat)?.pace ?? 'normal'
    if (known === tempo.pace) asked.delete(key)
    else if (asked.get(key) !== tempo.pace) {
      asked.set(key, tempo.pace)
      void store.do({ type: 'SetPace', seat, pace: tempo.pace }).catch(() => undefined)
    }
  }
}
