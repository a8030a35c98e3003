import { describe, expect, it } from 'vitest'
import type { DeedView, Option } from '../src/lib/protocol'
import { liftPrice, planPrice } from '../src/table/prices'

const lot = (deed: number, level: number, build: number[], sell: number[]): DeedView => ({ deed, owner: 0, level, mortgaged: false, inherited: false, rent: 2, build, sell })

describe('prices', () => {
  it('adds up the steps of a plan, up and down', () => {
    const lots = [lot(0, 1, [50, 50, 50, 60], [25]), lot(1, 2, [50, 50, 60], [25, 20])]
    expect(planPrice(lots, [1, 2])).toBe(0)
    expect(planPrice(lots, [2, 2])).toBe(50)
    expect(planPrice(lots, [5, 5])).toBe(210 + 160)
    expect(planPrice(lots, [0, 0])).toBe(-25 - 45)
    expect(planPrice(lots, [0, 3])).toBe(-25 + 50)
  })

  it('takes the price of lifting from the option, else from the deed', () => {
    const state: DeedView = { deed: 3, owner: 0, level: 0, mortgaged: true, inherited: true, rent: 0, lift: 33 }
    const options: Option[] = [{ type: 'LiftMortgage', action: { type: 'LiftMortgage', deed: 3 }, price: 30, leaves: 70 }]
    expect(liftPrice(options, state)).toBe(30)
    expect(liftPrice([], state)).toBe(33)
  })
})
