/** What is known about an action beside what it carries, so that its button can name the object and the price. */
import type { Action } from '$lib/protocol'
import type { Play } from '../table/play.svelte'

type Facts = Record<string, number | string>

/** As `facts_of` in `magnate/terminal/menu.py`; a rent that is due to this seat is named, too. */
export function factsOf(play: Play, action: Action, price?: number | null): Facts {
  switch (action.type) {
    case 'PayFine':
    case 'Mortgage':
    case 'LiftMortgage':
    case 'Build':
    case 'SellBuildings':
      return typeof price === 'number' ? { amount: Math.abs(price) } : {}
    case 'ClaimRent': {
      const [rent] = play.due
      return rent ? { ...rent } : {}
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
