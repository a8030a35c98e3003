/** What is known about an action beside what it carries, so that its button can name the object and the price. */
import type { Action } from '$lib/protocol'
import type { Play } from '../table/play.svelte'
import { liftPrice, planPrice } from '../table/rules'

type Facts = Record<string, number | string>

/** As `facts_of` in `magnate/terminal/menu.py`. A rent to claim is not named: nobody is prompted (AMB-26). */
export function factsOf(play: Play, action: Action): Facts {
  const { edition, rules } = play
  switch (action.type) {
    case 'PayFine':
      return { amount: rules.jail.fine }
    case 'Mortgage':
      return { amount: edition.deeds[action.deed]?.file.mortgage ?? 0 }
    case 'LiftMortgage': {
      const deed = edition.deeds[action.deed]
      const state = play.deed(action.deed)
      return deed && state ? { amount: liftPrice(edition, rules, deed, state) } : {}
    }
    case 'Build':
    case 'SellBuildings': {
      const lots = edition.deedsOf(action.group)
      const now = lots.map((lot) => play.deed(lot.deed)?.level ?? 0)
      return { amount: Math.abs(planPrice(edition, rules, lots, now, action.levels)) }
    }
    default:
      return factsOfQuestion(play, action)
  }
}

function factsOfQuestion(play: Play, action: Action): Facts {
  const { question } = play
  const deed: Facts = typeof question?.deed === 'number' ? { deed: question.deed } : {}
  const amount: Facts = typeof question?.amount === 'number' ? { amount: question.amount } : {}
  switch (action.type) {
    case 'BuyDeed':
    case 'RefuseDeed':
    case 'AcceptOffer':
    case 'DeclineOffer': {
      const price = play.edition.deeds[question?.deed ?? -1]?.file.price
      return price === undefined ? deed : { ...deed, amount: price }
    }
    case 'FollowCard':
      return typeof question?.deck === 'number' && typeof question.card === 'number' ? { deck: question.deck, card: question.card } : {}
    case 'PayTax':
      return amount
    case 'AcceptValue':
      return { ...deed, ...amount }
    case 'NameValue':
    case 'RefuseProperty':
    case 'WithdrawProperty':
    case 'AuctionProperty':
      return deed
    case 'AskBuildings':
    case 'PlaceBuilding':
      return typeof question?.building === 'string' ? { building: question.building } : {}
    default:
      return {}
  }
}
