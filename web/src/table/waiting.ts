/** Whom the table is waiting for, and why, when it is not me. */
import { say } from '$lib/words.svelte'
import { narrate } from '../log/narrate'
import type { Play } from './play.svelte'
import { namesOf } from './playAt.svelte'
import { listed } from './wording'

/** What is being shown, in a sentence: the last that was seen of it, or whose turn it is. */
function shows(play: Play): string {
  const { known, view } = play
  const event = known?.latest
  if (event?.type === 'Rolled' && play.store.seats.length === 1 && play.isMine(event.seat)) return say('table.rolled', { dice: event.dice.join(' + ') })
  const told = known?.latest ? narrate(known.latest, namesOf(play)) : ''
  if (told || typeof view?.turn !== 'number') return told || say('table.moment')
  return play.isMine(view.turn) ? say('table.your_turn') : say('table.wait.turn', { seat: play.name(view.turn) })
}

/** A sentence for whoever watches. */
export function waitsFor(play: Play): string {
  const { view, question } = play
  if (play.store.table?.paused) return say('table.paused')
  if (!view || view.over) return say(view?.over ? 'say.game_over' : 'table.moment')
  if (!view.must.length) return shows(play)
  const seat = listed(view.must.map(play.name))
  const deed = typeof question?.deed === 'number' ? play.wording.deed(question.deed) : ''
  if (view.deals.some((deal) => deal.waits_for?.length)) return say('table.wait.deal', { seat })
  switch (question?.type) {
    case 'turn': {
      const jailed = typeof view.turn === 'number' && view.seats[view.turn]?.in_jail
      return say(jailed ? 'table.wait.jail' : 'table.wait.turn', { seat })
    }
    case 'buy':
    case 'offer':
    case 'roll_off':
      return say(`table.wait.${question.type}`, { seat, deed })
    case 'auction':
      return say('table.wait.auction', { seat, lot: play.wording.lot(question) })
    case 'debt':
      return say('table.wait.debt', { seat, amount: play.money(question.amount ?? 0), other: play.wording.creditor(question.other) })
    case 'opening':
    case 'card':
    case 'tax':
    case 'fine':
    case 'utility_roll':
    case 'settlement':
    case 'estate':
    case 'mortgage':
    case 'shortage':
    case 'place':
    case 'result':
      return say(`table.wait.${question.type}`, { seat })
    default:
      return say('table.waiting_for', { seat })
  }
}
