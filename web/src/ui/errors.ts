/** What went wrong, in the reader's language: the server's names for refusals have words under `ui.error`. */
import { ApiError } from '$lib/api'
import { TableError } from '$lib/table.svelte'
import { say, words } from '$lib/words.svelte'

/** A refusal as a sentence that says what to do next. `own` is where a page has words of its own for some of them. */
export function sayError(error: unknown, own?: string): string {
  const name = error instanceof ApiError ? error.error : error instanceof TableError ? error.refused.error : 'failed'
  if (own && words.has(`${own}.${name}`)) return say(`${own}.${name}`)
  return words.has(`ui.error.${name}`) ? say(`ui.error.${name}`) : say('ui.error.failed')
}
