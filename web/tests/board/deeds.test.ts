import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { ladder } from '../../src/board/deeds'
import { patternOf } from '../../src/board/patterns'
import { Edition } from '../../src/lib/edition'
import type { File } from '../../src/lib/editionFile'
import type { DeedView } from '../../src/lib/protocol'

const IDS = ['expopolis', 'monopoli-server', 'europolis', 'clasico', 'castis']
const read = (id: string): Edition => new Edition(parse(readFileSync(new URL(`../../../src/magnate/editions/${id}.toml`, import.meta.url), 'utf8')) as unknown as File, null, '')
const held = (more: Partial<DeedView>): DeedView => ({ deed: 0, owner: 1, level: 0, mortgaged: false, inherited: false, rent: null, ...more })
const marked = (edition: Edition, deed: number, state: DeedView | null): string[] => {
  const one = edition.deeds[deed]
  if (!one) throw new Error(`no deed ${deed}`)
  return ladder(edition, one, state).filter((row) => row.now).map((row) => `${row.text} ${row.n} ${row.amount}`)
}

/** The lot is sent with these rents in a whole group. */
function sent(edition: Edition, deed: number, rents: number[]): Edition {
  const one = edition.deeds[deed]
  if (!one) throw new Error(`no deed ${deed}`)
  one.file.whole_group_rents = rents
  return edition
}

describe('the ladder of rents', () => {
  const edition = sent(read('clasico'), 0, [4, 20, 60, 180, 320, 500])

  it('marks nothing on a deed nobody owns, or that is mortgaged', () => {
    expect(marked(edition, 0, null)).toEqual([])
    expect(marked(edition, 0, held({ owner: null }))).toEqual([])
    expect(marked(edition, 0, held({ mortgaged: true, rent: 0 }))).toEqual([])
  })

  it('marks the bare rent, the doubled rent of a whole group, houses and the hotel', () => {
    expect(marked(edition, 0, held({ rent: 2 }))).toEqual(['bare 0 2'])
    expect(marked(edition, 0, held({ rent: 4 }))).toEqual(['group 0 4'])
    expect(marked(edition, 0, held({ rent: 30, level: 2 }))).toEqual(['houses 2 30'])
    expect(marked(edition, 0, held({ rent: 250, level: 5 }))).toEqual(['hotel 5 250'])
  })

  it('has the rent of a whole group as it was sent, and no such line without it', () => {
    const groups = (of: Edition): number[] => of.deeds.slice(0, 1).flatMap((deed) => ladder(of, deed, null).filter((row) => row.text === 'group').map((row) => row.amount))
    expect(groups(sent(read('clasico'), 0, [7]))).toEqual([7])
    expect(groups(read('clasico'))).toEqual([])
  })

  it('marks transport and utilities by the number owned', () => {
    const station = edition.deeds.findIndex((deed) => edition.groups[deed.group]?.kind === 'transport')
    expect(marked(edition, station, held({ rent: 100 }))).toEqual(['owned 3 100'])
    const utility = edition.deeds.findIndex((deed) => edition.groups[deed.group]?.kind === 'utility')
    expect(marked(edition, utility, held({ rent: 10 }))).toEqual(['owned 2 10'])
  })

  it.each(IDS)('has a line for every rent of %s', (id) => {
    const all = read(id)
    for (const deed of all.deeds) {
      const rows = ladder(all, deed, null)
      for (const rent of deed.file.rents) expect(rows.map((row) => row.amount)).toContain(rent)
    }
  })
})

describe('patterns', () => {
  it.each(IDS)('tell the groups of %s apart without colour', (id) => {
    const edition = read(id)
    const patterns = edition.groups.map((_, group) => patternOf(edition, group).id)
    expect(new Set(patterns).size).toBe(patterns.length)
  })

  it('tell twelve groups apart, the most there can be', () => {
    const edition = read('clasico')
    const lots = edition.groups.filter((group) => group.kind === 'lots')
    const others = edition.groups.filter((group) => group.kind !== 'lots')
    const groups = [...lots, ...lots.slice(0, 2), ...others]
    const large = new Edition({ ...edition.file, groups }, null, '')
    expect(new Set(groups.map((_, group) => patternOf(large, group).id)).size).toBe(12)
  })
})
