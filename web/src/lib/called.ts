/** What players are called: one whose name was deleted is *Player 2*, in the reader's language. */
import { say } from './words.svelte'

/** The name of a seat's player. */
export const called = (name: string | null | undefined, seat: number): string => name || say('ui.player', { n: seat + 1 })
