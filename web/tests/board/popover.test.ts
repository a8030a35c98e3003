/** A deed lies beside its space, over the middle, and inside the window. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { besideSpace } from '../../src/board/popover'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height, right: left + width, bottom: top + height })
const board = box(0, 50, 800, 800)
const card = { offsetWidth: 280, offsetHeight: 300 }

describe('the place of a deed', () => {
  beforeEach(() => {
    vi.stubGlobal('innerWidth', 1440)
    vi.stubGlobal('innerHeight', 900)
  })
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['bottom', box(300, 740, 60, 100), (place: { left: number; top: number }) => place.top + 300 <= 740],
    ['top', box(300, 60, 60, 100), (place: { left: number; top: number }) => place.top >= 160],
    ['left', box(10, 300, 100, 60), (place: { left: number; top: number }) => place.left >= 110],
    ['right', box(690, 300, 100, 60), (place: { left: number; top: number }) => place.left + 280 <= 690],
  ])('is inward of a space at the %s', (_, space, isInward) => {
    expect(isInward(besideSpace(space, board, card))).toBe(true)
  })

  it('leaves the neighbours near a corner in sight', () => {
    const place = besideSpace(box(630, 740, 60, 100), board, card)
    expect(place.left + 280).toBeLessThanOrEqual(800 - 100)
  })

  it('never leaves the window', () => {
    const place = besideSpace(box(10, 300, 100, 60), board, { offsetWidth: 280, offsetHeight: 1200 })
    expect(place.top).toBe(8)
  })

  it('is the panel where one is to be covered', () => {
    const panel = box(0, 440, 390, 400)
    expect(besideSpace(box(10, 60, 30, 40), box(0, 50, 390, 390), card, panel)).toEqual({ left: 0, top: 440, width: 390, height: 400 })
  })
})
