/** Raising money for a debt: what can be sold and mortgaged, and a choice of enough of it. */
import type { Action } from '$lib/protocol'
import { say } from '$lib/words.svelte'
import type { Play } from './play.svelte'

export interface MoneyRow {
  key: string
  id: string
  deed: number | null
  text: string
  amount: number
  /** The rent that would be lost: the smaller, the sooner it is listed. */
  harm: number
  action: Action
}

/** Everything that brings money to the seat at this screen, the least harm first. */
export function moneyRows(play: Play): MoneyRow[] {
  const found: MoneyRow[] = []
  for (const { action, price } of play.options) {
    if (action?.type !== 'Mortgage') continue
    found.push({ key: `deed-${action.deed}`, id: `deed-${action.deed}`, deed: action.deed, text: say('table.debt.mortgage'), amount: -(price ?? 0), harm: play.deed(action.deed)?.rent ?? 0, action })
  }
  for (const { action, price } of play.options) {
    if (action?.type !== 'SellBuildings') continue
    const lots = play.edition.deedsOf(action.group)
    const now = lots.map((lot) => play.deed(lot.deed)?.level ?? 0)
    const fallen = lots.filter((_, place) => (action.levels[place] ?? 0) < (now[place] ?? 0))
    const first = fallen.length === 1 ? fallen[0] : undefined
    const text = first
      ? say('table.debt.sell_to', { level: play.wording.buildings(action.levels[lots.indexOf(first)] ?? 0) })
      : say('table.debt.sell_all', { group: play.wording.group(action.group) })
    const harm = fallen.reduce((total, lot) => total + (play.deed(lot.deed)?.rent ?? 0), 0)
    found.push({ key: `group-${action.group}`, id: `group-${action.group}-${action.levels.join('-')}`, deed: first?.deed ?? null, text, amount: -(price ?? 0), harm, action })
  }
  return found.sort((a, b) => a.harm - b.harm || b.amount - a.amount)
}

/** Picks from the top until it is enough; of a group's buildings only one row can be picked. Nothing is sold yet. */
export function pickEnough(play: Play): void {
  const rows = moneyRows(play)
  const next = new Map(play.picked)
  const raised = [...next.values()].reduce((total, pick) => total + pick.amount, 0)
  let still = Math.max(0, (play.question?.amount ?? 0) - play.purse - raised)
  for (const { key, action, amount } of rows) {
    if (still <= 0) break
    if (next.has(key)) continue
    next.set(key, { action, amount })
    still -= amount
  }
  // Of a group's buildings more may have to go.
  for (const { key, action, amount } of rows) {
    const less = next.get(key)?.amount ?? amount
    if (still <= 0 || play.picked.has(key) || less >= amount) continue
    next.set(key, { action, amount })
    still -= amount - less
  }
  // Where the last one brings more than was missing, an earlier one may be spared.
  for (const [key, { amount }] of [...next]) {
    if (play.picked.has(key) || still + amount > 0) continue
    next.delete(key)
    still += amount
  }
  play.picked = next
}
