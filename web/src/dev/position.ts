/** A rich position, made up: owners, houses, hotels, mortgages, a prisoner, a crowd, kept cards. */
import type { Edition } from '$lib/edition'
import type { DeedView, SeatView, View } from '$lib/protocol'

const NAMES = ['Ana', 'Bruno', 'Chiara', 'Dumitru', 'Elena', 'Fausto', 'Greta', 'Horia']

/** The view of a table in the middle of a long game. */
export function position(edition: Edition, seats: number): View {
  const jail = edition.file.spaces.findIndex((space) => space.kind === 'jail')
  const count = edition.file.spaces.length
  const deeds: DeedView[] = edition.deeds.map((deed) => {
    const group = edition.groups[deed.group]
    const lots = group?.kind === 'lots'
    const owner = (deed.deed * 7 + deed.group) % 5 === 4 ? null : lots ? (deed.group % 3 === 2 ? deed.deed : deed.group) % seats : deed.deed % seats
    const whole = lots && deed.group % 3 !== 2
    const level = owner !== null && whole ? (deed.group * 2 + deed.deed) % (deed.file.rents.length) : 0
    const mortgaged = owner !== null && level === 0 && deed.deed % 4 === 1
    return { deed: deed.deed, owner, level, mortgaged, inherited: false, rent: owner === null ? null : mortgaged ? 0 : (deed.file.rents[level] ?? 0) }
  })
  const people: SeatView[] = Array.from({ length: seats }, (_, seat) => ({
    seat,
    name: NAMES[seat] ?? '',
    cash: 1500 + seat * 40,
    worth: 3000,
    raisable: 900,
    space: seat === 1 || seat === 5 ? jail : seat === 4 ? jail : seat >= 6 || seat === 2 || seat === 3 ? (24 % count) : 0,
    in_jail: seat === 1,
    jail_turns: 0,
    out: 0,
    cards: seat === 2 ? [0] : seat === 3 ? [1] : [],
  }))
  return {
    edition: edition.file.id,
    variant: null,
    skin: edition.skin,
    seat: 0,
    seats: people,
    deeds,
    houses: 10,
    hotels: 4,
    order: people.map((one) => one.seat),
    turn: 0,
    turns: 12,
    dice: null,
    doubles: 0,
    roll_due: false,
    must: [0],
    question: null,
    deals: [],
    options: [],
    actions: 100,
    over: false,
    winners: [],
  }
}
