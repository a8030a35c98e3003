/** Who may write in the chat of a table. */
import type { Config } from '$lib/protocol'
import type { TableStore } from '$lib/table.svelte'

/** Who may write, as the server decides it where the host has not. */
export const writers = (config: Config): 'everyone' | 'seats' => config.chat ?? (config.public ? 'seats' : 'everyone')

/** Why I may not write here; null if I may. */
export function whyNotWrite(store: TableStore): 'silenced' | 'only_seats' | null {
  const table = store.table
  if (!table) return null
  if ((table.silenced ?? []).includes(store.person)) return 'silenced'
  const mayAlways = store.seats.length > 0 || table.host === store.person || table.seats.some((seat) => seat.person === store.person)
  return writers(table.config) === 'seats' && !mayAlways ? 'only_seats' : null
}
