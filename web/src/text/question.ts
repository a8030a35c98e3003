/** The current question in sentences, for text mode and screen readers. */
import { say } from '$lib/words.svelte'
import { dealToAnswer } from '../table/choices'
import type { Play } from '../table/play.svelte'
import { listed } from '../table/wording'
import { tellTerms, textOf } from '../log/narrate'
import { namesOf } from '../table/playAt.svelte'

export function describeQuestion(play: Play): string[] {
  const { question, view } = play
  if (!question || !view || view.over || play.mustPass) return []
  const deal = dealToAnswer(play)
  if (deal) return [say('text.matter.terms', { terms: textOf(tellTerms({ ...deal.terms }, namesOf(play))) })]
  switch (question.type) {
    case 'auction':
      return auction(play)
    case 'debt':
      return debt(play)
    case 'estate': {
      const deeds = estateOf(play)
      return deeds.length ? [say('text.matter.estate', { deeds: listed(deeds.map((deed) => play.wording.deed(deed))) }), say('table.estate.help')] : [say('table.estate.help')]
    }
    case 'shortage': {
      const asked = play.last('BuildingsAsked', (event) => event.seat === question.seat)
      return [...(asked ? [say('table.shortage.asked', { seat: play.name(asked.seat), buildings: play.wording.pieces(asked.building, asked.count) })] : []), say('table.shortage.help')]
    }
    default:
      return []
  }
}

/** Whose the lot is, the highest bid, who is still in. */
function auction(play: Play): string[] {
  const { question, view } = play
  if (!question) return []
  const { deed, bidder, seat } = question
  const sells = typeof deed === 'number' && typeof seat === 'number' && view?.deeds[deed]?.owner === seat
  const told = sells ? [say('text.matter.lot_of', { lot: play.wording.lot(question), seat: play.name(seat) })] : [] // the lot is in the question
  if (bidder === null || bidder === undefined) told.push(say('text.matter.no_bid', { amount: play.money(question.amount ?? 0) }))
  else if (bidder === play.seat) told.push(say('text.matter.bid_yours', { amount: play.money(question.bid ?? 0) }))
  else told.push(say('text.matter.bid', { amount: play.money(question.bid ?? 0), seat: play.name(bidder) }))
  const called = play.store.table?.called ?? 0
  if (called) told.push(`${say(called === 1 ? 'table.auction.once' : 'table.auction.twice')}.`)
  if (question.bidders?.length) told.push(say('text.matter.bidders', { seats: listed(question.bidders.map(play.name)) }))
  return told
}

/** What the money is for, and how much of it is there. */
function debt(play: Play): string[] {
  const { question } = play
  if (!question || typeof question.seat !== 'number') return []
  const amount = question.amount ?? 0
  const why = play.last('DebtOwed', (event) => event.seat === question.seat)
  const reason = why && why.amount >= amount ? say(`table.debt.why.${why.why}`) : ''
  const deed = typeof question.deed === 'number' ? play.wording.deed(question.deed) : ''
  const about = [reason, deed].filter(Boolean).join(': ')
  const told = about ? [`${about}.`] : []
  const cash = play.cash(question.seat)
  if (cash !== null) told.push(say('text.matter.missing', { amount: play.money(amount), cash: play.money(cash), missing: play.money(Math.max(0, amount - cash)) }))
  if (play.asked && question.seat === play.seat) told.push(say('text.matter.raisable', { amount: play.money(play.raisable) }))
  return told
}

/** The deeds of whoever went bankrupt last that are with the Bank now. */
function estateOf(play: Play): number[] {
  const { told } = play.store
  const found: number[] = []
  for (let i = told.length - 1; i >= 0; i--) {
    const events = told[i]?.events ?? []
    for (const event of events) if (event.type === 'DeedMoved' && event.other === null && play.deed(event.deed)?.owner === null) found.push(event.deed)
    if (events.some((event) => event.type === 'WentBankrupt' || event.type === 'Conceded')) break
  }
  return [...new Set(found)]
}
