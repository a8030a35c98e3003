/** Why a rent is what it is: which line of the deed was charged. */
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, it, vi } from 'vitest'
import { Edition } from '../src/lib/edition'
import type { File } from '../src/lib/editionFile'
import type { Event, Told } from '../src/lib/protocol'
import { explainRent } from '../src/log/explain'
import type { EventLine } from '../src/log/lines'
import type { Names } from '../src/log/names'

vi.mock('$lib/words.svelte', () => ({ say: (path: string) => path }))

const edition = new Edition(parse(readFileSync(new URL('../../src/magnate/editions/clasico.toml', import.meta.url), 'utf8')) as unknown as File, null, '')
const names = { deed: String, money: String, seat: String, group: String, buildings: String } as unknown as Names

/** Seat 1 has the whole first group; what is said of this rent for its first lot. */
function said(amount: number): string | null {
  const dealt: Event[] = edition.deedsOf(0).map(({ deed }) => ({ type: 'DeedDealt', seat: 1, deed, clause: '' }))
  const event: Event = { type: 'RentClaimed', owner: 1, debtor: 0, deed: 0, amount, clause: '' }
  const told = [{ type: 'Told', number: 1, at: 0, entry: { type: 'Started' }, events: [...dealt, event] }] as unknown as Told[]
  return explainRent(told, { number: 1, place: dealt.length, event } as unknown as EventLine, edition, names)
}

it('names the rent of a whole group by the figure that the server sent', () => {
  const lot = edition.deeds[0]
  if (!lot) throw new Error('no deed')
  expect(said(2)).toBe('talk.rent.bare')
  expect(said(4)).toBeNull()
  lot.file.whole_group_rents = [4]
  expect(said(4)).toBe('talk.rent.double')
  lot.file.whole_group_rents = [7]
  expect(said(7)).toBe('talk.rent.double')
})
