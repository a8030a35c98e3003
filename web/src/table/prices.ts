/** What things cost, as the server says it: with the options, and step by step with the deeds. No rule is repeated here. */
import type { DeedView, Option } from '$lib/protocol'

const total = (sums: readonly number[]): number => sums.reduce((sum, one) => sum + one, 0)

/** What a plan for the lots of a group costs, below nothing what it brings. */
export function planPrice(lots: readonly (DeedView | undefined)[], plan: readonly number[]): number {
  return total(
    lots.map((lot, place) => {
      const rise = (plan[place] ?? 0) - (lot?.level ?? 0)
      return rise > 0 ? total((lot?.build ?? []).slice(0, rise)) : -total((lot?.sell ?? []).slice(0, -rise))
    }),
  )
}

/** What lifting a mortgage costs, whether it can be lifted now or not. */
export function liftPrice(options: Option[], state: DeedView): number {
  const option = options.find(({ action }) => action?.type === 'LiftMortgage' && action.deed === state.deed)
  return option?.price ?? state.lift ?? 0
}
