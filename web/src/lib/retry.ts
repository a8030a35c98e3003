/** Responses that do not say whether a request was applied: it is sent again with the same id until the server knows. */

const SOONEST = 300
const LATEST = 4_000

/** Whether a refusal is not a no: what was asked may have been done, or will be possible in a moment. */
export const isOpen = (error: string): boolean => error === 'busy' || error === 'unavailable'

/** Milliseconds before the next attempt, longer each time. */
export const pauseBefore = (tries: number): number => Math.min(LATEST, SOONEST * 2 ** tries) * (0.75 + Math.random() / 2)
