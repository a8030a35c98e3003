/** Creates a table: a quick game against bots, or a table with its own settings. */
import { api, type Command } from '$lib/api'
import type { Config, Orders } from '$lib/protocol'
import { router } from '$lib/router.svelte'
import { keptTokens } from '$lib/tokens'
import { entropy, catalog } from '$lib/catalog'
import { claiming } from './claiming.svelte'
import { profile } from './profile.svelte'

export interface Wish {
  edition: string
  skin: string | null
  bots: number
  level: string
  /** How the game ends before its end: a variant of the book, a house rule. */
  variant?: string | null
  options?: Record<string, unknown>
}

/** What the server does for me from the first move on: every page that starts a quick game says so (`ClaimSwitch`). */
async function ordersIn(edition: string): Promise<Orders> {
  const listed = (await catalog.editions()).find((one) => one.id === edition)
  return listed?.claims && claiming.on ? { claim_rents: true } : {}
}

/** Play at once. Whoever likes another token than the first sits down on its seat. */
export async function playNow(wish: Wish): Promise<void> {
  // The board is fetched while the server lays it out.
  void import('./TableRoute.svelte').then(({ prepare }) => prepare()).catch(() => undefined)
  const seats = wish.bots + 1
  const { edition, level, options = {} } = wish
  const variant = wish.variant ?? undefined
  const skin = wish.skin ?? undefined
  const [orders] = await Promise.all([ordersIn(edition), profile.load()])
  if (profile.mark === 0 || profile.mark >= seats) {
    const { table, seat, token } = await api.quick({ edition, skin, variant, options, seats, level, orders, ...named() })
    keptTokens.keep(table, token, seat)
    return enter(table)
  }
  const table = await makeTable({ edition, skin: wish.skin, variant: wish.variant ?? null, options, seats }, wish.bots, level)
  await ask(table, { type: 'Start' })
  try {
    if (Object.keys(orders).length) await api.command(table, { type: 'SetOrders', seat: profile.mark, orders }, keptTokens.all(table))
  } finally {
    enter(table)
  }
}

/** Go to a table of which we know that it is there. */
export function enter(table: string): void {
  catalog.isThere(table)
  router.go(`/t/${table}`)
}

/** Make a table, sit down, and put the bots on its last seats. */
export async function makeTable(config: Partial<Config> & { edition: string; seats: number }, bots: number, level: string): Promise<string> {
  const { table } = await api.create(config)
  const mine = profile.mark < config.seats ? profile.mark : 0
  const sat = await ask(table, { type: 'Sit', seat: mine, entropy: entropy(), ...named() })
  if (sat.token) keptTokens.keep(table, sat.token, mine)
  const free = [...Array(config.seats).keys()].filter((seat) => seat !== mine)
  await Promise.all(free.slice(free.length - bots).map((seat) => ask(table, { type: 'SetBot', seat, level })))
  return table
}

/** My name, once it is known. */
const named = (): { name?: string } => (profile.shown ? { name: profile.shown } : {})

const ask = (table: string, command: Command) => api.command(table, command)

/** The code in what somebody typed or pasted: a code, or a link with one. */
export function codeIn(text: string): string | null {
  const found = /(?:^|\/t\/)([a-z0-9]{8})(?:$|[?#/])/i.exec(text.trim())
  return found?.[1]?.toLowerCase() ?? null
}
