/** The answers to the current question: one primary action, the others after it. All are options sent by the server. */
import type { Action, DealView, Option } from '$lib/protocol'
import { say, words } from '$lib/words.svelte'
import { dealEditor } from '../deals/dealEditor.svelte'
import { claims } from './claims.svelte'
import { KEY } from '../ui/keys'
import type { Play } from './play.svelte'
import { pickEnough } from './raising'
import { all } from './wording'

export interface Choice {
  id: string
  label: string
  /** The same in fewer words, where what it is about stands beside it. */
  short?: string
  key?: string | undefined
  kind?: 'plain' | 'danger'
  /** Why it is not possible now. */
  reason?: string | undefined
  run: () => void
}

export interface Choices {
  /** What is asked, as a sentence. */
  asks: string
  first: Choice | null
  others: Choice[]
}

/** The deal this seat has to answer before anything else. */
export function dealToAnswer(play: Play): DealView | undefined {
  const { seat, view } = play
  if (seat === null || !play.asked) return undefined
  // An auction or a shortage comes first: the deal waits for its end, and the server asks for no answer to it.
  if (!play.can('AcceptDeal') && !play.can('RefuseDeal')) return undefined
  return view?.deals.find((deal) => deal.parties.includes(seat) && !deal.accepted.includes(seat))
}

/** What the seat at this screen can do now, or null when there is nothing: a rent due to it comes first. */
export function choicesOf(play: Play): Choices | null {
  const answers = answersOf(play)
  const [rent] = play.due
  if (!rent) return answers
  const seat = play.name(rent.debtor)
  const first: Choice = {
    id: 'claim',
    key: KEY.first,
    label: say('table.claim.button', { amount: play.money(rent.amount), seat }),
    run: () => void claims.claimDue(play),
  }
  const asks = say('table.claim.asks', { seat, deed: play.wording.deed(rent.deed) })
  const second = answers?.first ? [{ ...answers.first, key: KEY.second }] : []
  return { asks, first, others: [...second, ...(answers?.others ?? [])] }
}

/** What the seat at this screen can answer, or null when nobody asks it. */
function answersOf(play: Play): Choices | null {
  const { question, wording } = play
  if (!play.asked || !question || play.seat === null) return null
  const { deed } = question
  const price = deed === null || deed === undefined ? undefined : play.edition.deeds[deed]?.file.price
  const facts = { deed, amount: question.amount ?? undefined }
  const fine = play.option('PayFine')?.price ?? undefined
  const choice = (action: Action, more: Partial<Choice> = {}, known: Parameters<typeof wording.action>[1] = {}): Choice => ({
    id: JSON.stringify(action),
    label: wording.action(action, known),
    run: () => void play.act(action),
    ...more,
  })
  const one = (type: Action['type'], more: Partial<Choice> = {}, known: Parameters<typeof wording.action>[1] = {}): Choice[] => {
    const option = play.option(type)
    return option?.action ? [choice(option.action, more, known)] : []
  }
  const sum = (type: 'Bid' | 'NameValue' | 'AskBuildings', more: Partial<Choice> = {}): Choice[] => {
    const option = play.option(type)
    if (!option?.action) return []
    const n = clamp(play.amount, option)
    const action: Action = type === 'AskBuildings' ? { type, count: n } : { type, amount: n }
    const buildings = wording.pieces(question.building ?? 'house', n)
    return [choice(action, { id: type, ...more }, { ...facts, amount: n, buildings })]
  }
  const cards = all(play.options, 'UseCard').map((action) => {
    const kept = play.kept[action.card]
    const text = kept ? play.edition.deckName(kept.deck, words.language) : ''
    return choice(action, { key: KEY.other }, { card: text })
  })
  // The primary button is never dead: where the first answer is not possible, the next one that is takes its place.
  const made = (asks: string, found: Choice[]): Choices => {
    const first = found.find((one) => !one.reason) ?? found[0] ?? null
    if (first) first.key = KEY.first
    return { asks, first, others: found.filter((one) => one !== first) }
  }

  const deal = dealToAnswer(play)
  if (deal) {
    const answers = answersToDeal(play, deal)
    return question.type === 'debt' && question.seat === play.seat ? besideDebt(play, answers, debtChoices(play, choice, cards), cards) : answers
  }
  switch (question.type) {
    case 'opening':
      return made(say('table.ask.opening'), one('Roll'))
    case 'turn':
      return turnChoices(play, one, cards, made)
    case 'buy': {
      const short = price !== undefined && price > play.purse ? price - play.purse : 0
      const reason = short ? say('table.short', { amount: play.money(short) }) : say('refusal.WRONG_MOMENT')
      const brief = { short: say('table.buy_for', { amount: play.money(price ?? 0) }) }
      const buy = one('BuyDeed', brief, { deed, amount: price })
      if (!buy.length) buy.push({ ...choice({ type: 'BuyDeed' }, brief, { deed, amount: price }), reason })
      const refuse = one('RefuseDeed', { key: KEY.no, label: say(`table.refuse.${play.rules.purchase.refused}`) })
      return made(say('table.ask.buy', { deed: wording.deed(deed ?? 0) }), [...buy, ...refuse])
    }
    case 'auction': {
      const bid = sum('Bid')
      const asks = !bid.length ? 'auction_short' : question.bidder === null || question.bidder === undefined ? 'open_auction' : 'auction'
      if (!bid.length) bid.push({ ...choice({ type: 'Bid', amount: question.amount ?? 0 }), reason: say('refusal.NOT_ENOUGH_CASH') })
      return made(say(`table.ask.${asks}`, { lot: wording.lot(question) }), [...bid, ...one('Pass', { key: KEY.no })])
    }
    case 'offer': {
      const brief = { short: say('table.buy_for', { amount: play.money(price ?? 0) }) }
      const take = one('AcceptOffer', brief, { deed, amount: price })
      if (!take.length) take.push({ ...choice({ type: 'AcceptOffer' }, brief, { deed, amount: price }), reason: say('refusal.NOT_ENOUGH_CASH') })
      const asks = say('table.ask.offer', { seat: wording.creditor(question.seat), deed: wording.deed(deed ?? 0), amount: play.money(price ?? 0) })
      return made(asks, [...take, ...one('DeclineOffer', { key: KEY.no })])
    }
    case 'roll_off':
      return made(say('table.ask.roll_off', { deed: wording.deed(deed ?? 0) }), one('Roll', { label: say('table.roll_one') }))
    case 'card': {
      const card = play.edition.card(question.deck ?? 0, question.card ?? 0)
      const follow = card ? { label: say(`table.card.${card.effect}`, { amount: 'amount' in card ? play.money(card.amount) : '' }) } : {}
      return made(say('table.ask.card', { deck: play.edition.deckName(question.deck ?? 0, words.language) }), [...one('FollowCard', follow), ...one('DrawInstead', { key: KEY.no })])
    }
    case 'tax':
      return made(say('table.ask.tax', { amount: play.money(question.amount ?? 0) }), [...one('PayTax', {}, facts), ...cards])
    case 'fine':
      return made(say('table.ask.fine', { amount: play.money(fine ?? 0) }), [...one('PayFine', {}, { amount: fine }), ...cards])
    case 'utility_roll':
      return made(say('table.ask.utility_roll', { deed: wording.deed(deed ?? 0), seat: wording.creditor(question.other) }), one('Roll'))
    case 'debt':
      return debtChoices(play, choice, cards)
    case 'settlement': {
      const names = { seat: wording.creditor(question.seat), other: wording.creditor(question.other), deed: wording.deed(deed ?? 0), amount: play.money(question.amount ?? 0) }
      if (play.can('NameValue')) return made(say('table.ask.value', names), [...sum('NameValue'), ...one('RefuseProperty', { key: KEY.no }, { deed })])
      return made(say('table.ask.settlement', names), [
        ...one('AcceptValue', {}, facts),
        ...one('AuctionProperty', { key: KEY.other }, { deed }),
        ...one('WithdrawProperty', { key: KEY.no }, { deed }),
      ])
    }
    case 'estate':
      return made(say('table.ask.estate'), [...one('RequestAuction'), ...one('WaiveAuction', { key: KEY.no })])
    case 'mortgage': {
      const amount = play.option('LiftMortgage')?.price ?? undefined
      return made(say('table.ask.mortgage', { deed: wording.deed(deed ?? 0) }), [...one('KeepMortgage'), ...one('LiftMortgage', { key: KEY.other }, { amount })])
    }
    case 'shortage':
      return made(
        say('table.ask.shortage', { seat: wording.creditor(question.seat), stock: wording.pieces(question.building ?? 'house', question.building === 'hotel' ? (play.view?.hotels ?? 0) : (play.view?.houses ?? 0)) }),
        sum('AskBuildings', clampedNone(play)),
      )
    case 'place': {
      const places = all(play.options, 'PlaceBuilding')
      const action = places.find((place) => place.deed === play.place) ?? places[0]
      return made(say('table.ask.place', { building: wording.pieces(question.building ?? 'house', 1) }), action ? [choice(action, { id: 'place' }, { building: wording.pieces(question.building ?? 'house', 1) })] : [])
    }
    case 'result':
      return made(say('table.ask.result'), one('Acknowledge'))
    default:
      return made(say('say.choose'), play.options.flatMap((option) => (option.action && option.type !== 'Concede' ? [choice(option.action)] : [])))
  }
}

/** A sum within what an option allows. */
export function clamp(amount: number, option: Option): number {
  const low = option.low ?? 0
  const high = option.high ?? low
  const step = option.step ?? 1
  return Math.min(high, Math.max(low, low + Math.round((amount - low) / step) * step))
}

function clampedNone(play: Play): Partial<Choice> {
  return play.amount === 0 ? { label: say('table.ask_none') } : {}
}

type One = (type: Action['type'], more?: Partial<Choice>, known?: { amount?: number }) => Choice[]

/** Rolling, jail, ending the turn. */
function turnChoices(play: Play, one: One, cards: Choice[], made: (asks: string, found: Choice[]) => Choices): Choices {
  const me = play.seat === null ? undefined : play.player(play.seat)
  const fine = play.option('PayFine')?.price ?? undefined
  const leaving: Action['type'][] = ['Roll', 'Wait', 'PayFine', 'UseCard']
  if (me?.in_jail && leaving.some((type) => play.can(type))) {
    const asks = say('table.ask.jail', { turn: Math.min(me.jail_turns + 1, play.rules.jail.turns), turns: play.rules.jail.turns })
    return made(asks, [...one('Roll', { label: say('table.roll_for_double') }), ...one('Wait', { key: KEY.no }), ...one('PayFine', { key: KEY.fine }, { amount: fine }), ...cards, ...one('EndTurn', { key: KEY.no })])
  }
  const again = play.view?.roll_due && (play.view.doubles > 0)
  if (again && play.can('EndTurn')) return made(say('table.ask.again_or_stop'), [...one('Roll', { label: say('table.roll_again') }), ...one('EndTurn', { key: KEY.no, label: say('table.stop') })])
  if (again) return made(say('table.ask.again'), one('Roll', { label: say('table.roll_again') }))
  if (play.can('Roll')) return made(say('table.ask.roll'), [...one('Roll'), ...one('EndTurn', { key: KEY.no })])
  return made(say('table.ask.end'), one('EndTurn'))
}

/** Raising money: what was picked is done step by step; a card that settles the debt, and bankruptcy, only where the server lists them. */
function debtChoices(play: Play, choice: (action: Action, more?: Partial<Choice>) => Choice, cards: Choice[]): Choices {
  const { question, wording } = play
  const missing = Math.max(0, (question?.amount ?? 0) - play.purse)
  const picked = [...play.picked.values()]
  const raised = picked.reduce((total, pick) => total + pick.amount, 0)
  const broke = play.can('DeclareBankruptcy')
  const bankruptcy: Choice = { ...choice({ type: 'DeclareBankruptcy' }), kind: 'danger', run: () => (play.confirming = 'DeclareBankruptcy') }
  const { seat } = play
  const canRaise = play.can('Mortgage') || play.can('SellBuildings')
  const steps: Choice[] = []
  if (picked.length) steps.push({ id: 'raise', label: say('table.debt.raise', { amount: play.money(raised) }), run: () => void raise(play) })
  if (canRaise && !picked.length && !broke) steps.push({ id: 'enough', label: say('table.debt.enough'), run: () => pickEnough(play) })
  // Where nothing brings money any more, a deal may.
  if (seat !== null && play.can('ProposeDeal') && !canRaise) steps.push({ id: 'propose', label: say('table.debt.deal'), run: () => dealEditor.propose(seat) })
  if (broke) steps.push(bankruptcy)
  const [first = null, ...more] = steps
  if (first) first.key = KEY.first
  const others: Choice[] = [...cards, ...more]
  // Where not enough can be raised, the card comes first.
  const [card, ...rest] = cards
  const isOnlyCard = card !== undefined && play.raisable < missing
  const kind = isOnlyCard ? 'debt_card_only' : card ? 'debt_card' : question?.other === null || question?.other === undefined ? 'debt_bank' : 'debt'
  const asks = say(`table.ask.${kind}`, {
    seat: wording.creditor(question?.other),
    amount: play.money(question?.amount ?? 0),
  })
  if (isOnlyCard) return { asks, first: { ...card, key: KEY.first }, others: rest }
  return { asks, first, others }
}

/** A deal to answer while one owes: money may be raised all the same, and what was picked for that comes first. */
function besideDebt(play: Play, answers: Choices, debt: Choices, cards: Choice[]): Choices {
  if (!play.can('Mortgage') && !play.can('SellBuildings')) return { ...answers, others: [...answers.others, ...cards] }
  const [first, other] = play.picked.size ? [debt.first, answers.first] : [answers.first, debt.first]
  return { asks: answers.asks, first: first && { ...first, key: KEY.first }, others: [...answers.others, ...debt.others, ...(other ? [{ ...other, key: undefined }] : [])] }
}

/** Sell and mortgage what was picked, until the debt is paid or something is refused. */
async function raise(play: Play): Promise<void> {
  for (const [key, pick] of [...play.picked]) {
    if (play.store.view?.question?.type !== 'debt') break // not what is shown: that may still be on its way
    if (!(await play.act(pick.action))) break
    const rest = new Map(play.picked)
    rest.delete(key)
    play.picked = rest
  }
  if (play.store.view?.question?.type !== 'debt') play.picked = new Map()
}

/** A deal on the table that waits for this seat. */
function answersToDeal(play: Play, deal: DealView): Choices {
  const name = play.name(deal.author)
  const first: Choice = {
    id: 'deal',
    key: KEY.first,
    label: say('table.deal.look'),
    run: () => play.readDeal(),
  }
  const refuse = play.options.find((option) => option.type === 'RefuseDeal')?.action
  const others: Choice[] = refuse ? [{ id: 'refuse', key: KEY.no, label: say('table.deal.refuse'), run: () => void play.act(refuse) }] : []
  const answers = deal.author === deal.deal ? 'deal' : deal.deal === play.seat ? 'counter_yours' : 'counter'
  return { asks: say(`table.ask.${answers}`, { seat: name, other: play.name(deal.deal) }), first, others }
}
