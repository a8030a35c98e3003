// Written by `npm run types` from docs/schema. Do not edit.

/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "FromClient".
 */
export type FromClient = Hello | Do | Hold | Look | Plan | Mute | Ping
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Command".
 */
export type Command =
  | Sit
  | Stand
  | SetBot
  | ClearSeat
  | HandOver
  | Configure
  | Start
  | Act
  | AskTakeBack
  | AnswerTakeBack
  | LetBotPlay
  | ComeBack
  | TakeOver
  | SetOrders
  | ProxyBid
  | Say
  | RemoveMessage
  | SetChat
  | Silence
  | KeepOut
  | LetIn
  | AskRemoval
  | AnswerRemoval
  | AskPause
  | Resume
  | Grant
  | WaitFor
  | SetPace
  | SkipAhead
  | Rematch
  | Close
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Action".
 */
export type Action =
  | Roll
  | EndTurn
  | PayFine
  | UseCard
  | Wait
  | BuyDeed
  | RefuseDeed
  | Bid
  | Pass
  | AcceptOffer
  | DeclineOffer
  | ClaimRent
  | FollowCard
  | DrawInstead
  | PayTax
  | SellBuildings
  | Build
  | Mortgage
  | LiftMortgage
  | ProposeDeal
  | AcceptDeal
  | RefuseDeal
  | CounterDeal
  | WithdrawDeal
  | OfferProperty
  | NameValue
  | RefuseProperty
  | AcceptValue
  | WithdrawProperty
  | AuctionProperty
  | DeclareBankruptcy
  | KeepMortgage
  | RequestAuction
  | WaiveAuction
  | AskBuildings
  | PlaceBuilding
  | Concede
  | Acknowledge
  | TimeUp
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ToClient".
 */
export type ToClient = Welcome | Told | Done | Refused | Seen | Planned | Pong | Goodbye
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Entry".
 */
export type Entry =
  | Created
  | Sat
  | SeatLeft
  | HostChanged
  | Configured
  | Started
  | Played
  | TakeBackAsked
  | TakeBackAgreed
  | TakeBackRefused
  | TakenBack
  | Ordered
  | Said
  | MessageRemoved
  | ChatSet
  | Silenced
  | KeptOut
  | Readmitted
  | RemovalAsked
  | RemovalAnswered
  | RemovalEnded
  | PauseAsked
  | Resumed
  | Granted
  | Connected
  | Disconnected
  | BotTookOver
  | PersonReturned
  | WaitAgreed
  | PaceSet
  | SkippedAhead
  | AuctionCalled
  | TimeCredited
  | Rematched
  | NamesRemoved
  | Closed
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Event".
 */
export type Event =
  | OpeningRolled
  | StarterChosen
  | DeedDealt
  | TurnBegan
  | TurnEnded
  | Rolled
  | Moved
  | Rested
  | Collected
  | PaidBank
  | PaidPlayer
  | DeedBought
  | DeedRefused
  | AuctionOpened
  | BidMade
  | Passed
  | AuctionWon
  | AuctionFailed
  | OfferMade
  | OfferAnswered
  | DieRolled
  | RentClaimed
  | RentLapsed
  | NothingDue
  | RentFree
  | CardDrawn
  | CardKept
  | CardUsed
  | TaxCancelled
  | Jailed
  | Released
  | Stayed
  | Built
  | BuildingsSold
  | BuildingsReturned
  | DeedMortgaged
  | MortgageLifted
  | MortgageKept
  | DealProposed
  | DealCountered
  | DealAccepted
  | DealRefused
  | DealWithdrawn
  | DealDone
  | CashMoved
  | DeedMoved
  | CardMoved
  | DebtOwed
  | PropertyOffered
  | PropertyValued
  | PropertyRefused
  | PropertyWithdrawn
  | PropertySettled
  | WentBankrupt
  | CashSurrendered
  | CreditorPaid
  | AuctionRequested
  | AuctionWaived
  | BuildingsAsked
  | ContestOpened
  | BuildingPlaced
  | Conceded
  | TimeCalled
  | WealthCounted
  | GameWon
  | PrizeSeen

export interface Everything {
  FromClient?: FromClient
  ToClient?: ToClient
  Action?: Action
  Event?: Event
}
/**
 * The first frame: who I am here. `since` is the last number I have; without it only the present is sent.
 *
 *     With `tokens` I play those seats; without, I watch.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: 'Hello'
  protocol?: number
  since?: number | null
  tokens?: string[]
}
/**
 * Ask something of the table. The answer is `Done` or `Refused` under the same id.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Do".
 */
export interface Do {
  type: 'Do'
  id: string
  command: Command
}
/**
 * Take an empty seat; without a number, the first. `entropy` goes into the dice. The answer has its token.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  type: 'Sit'
  seat?: number | null
  name?: string | null
  entropy?: string
}
/**
 * Leave a seat of mine. Before the start it becomes empty; later a bot plays on, and the token is worth nothing.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Stand".
 */
export interface Stand {
  type: 'Stand'
  seat: number
}
/**
 * The host puts a bot of this level on an empty seat, or lets a bot of a game that is on play at it from now on.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SetBot".
 */
export interface SetBot {
  type: 'SetBot'
  seat: number
  level?: string
}
/**
 * The host empties a seat before the start: sends a person or a bot away.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClearSeat".
 */
export interface ClearSeat {
  type: 'ClearSeat'
  seat: number
}
/**
 * The host makes another person who sits here the host.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HandOver".
 */
export interface HandOver {
  type: 'HandOver'
  seat: number
}
/**
 * The host changes the set-up before the start. Those who sit stay seated where there is still a seat.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Configure".
 */
export interface Configure {
  type: 'Configure'
  config: Config
}
/**
 * A table as its host wants it. `options` are house rules: differences from the book, by the path of the switch.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Config".
 */
export interface Config {
  edition: string
  variant?: string | null
  skin?: string | null
  options?: {
    [k: string]: unknown
  }
  seats?: number
  handicap?: number[]
  clock?: NoClock | PerDecision | Bank
  auction?: number
  absence?: number | null
  stand_in?: string
  public?: boolean
  takeover?: boolean
  chances?: boolean
  chat?: ('everyone' | 'seats') | null
  hot_seat?: boolean | null
}
/**
 * Think as long as you like.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NoClock".
 */
export interface NoClock {
  type: 'none'
}
/**
 * A time limit for each decision: up to days, for games by correspondence.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PerDecision".
 */
export interface PerDecision {
  type: 'decision'
  seconds: number
}
/**
 * A time limit for the whole game, and an increment for each decision made.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Bank".
 */
export interface Bank {
  type: 'bank'
  seconds: number
  increment?: number
}
/**
 * The host starts the game; every seat must be taken.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  type: 'Start'
}
/**
 * Play an action for a seat of mine. `seen` is the last number I know of.
 *
 *     If the question has changed since, the action is `stale`, unless it still means the same.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Act".
 */
export interface Act {
  type: 'Act'
  seat: number
  seen: number
  action: Action
}
/**
 * Roll: to open (DP-04), move (DP-05, DP-06), leave jail (DP-07), set a rent (DP-09) or win a deed (DP-15).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Roll".
 */
export interface Roll {
  type: 'Roll'
}
/**
 * End the turn once the landing is settled (DP-10), or stop after a double where the book lets you (DP-06).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EndTurn".
 */
export interface EndTurn {
  type: 'EndTurn'
}
/**
 * Pay the fine to leave jail: at the start of the turn (DP-07), or when the stay is up (DP-08).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PayFine".
 */
export interface PayFine {
  type: 'PayFine'
}
/**
 * Use a kept card: to leave jail (DP-07, DP-08) or to cancel a tax (DP-18).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "UseCard".
 */
export interface UseCard {
  type: 'UseCard'
  card: number
}
/**
 * Wait in jail for this turn (DP-07).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Wait".
 */
export interface Wait {
  type: 'Wait'
}
/**
 * Buy the property you stand on at its printed price (DP-11); not listed where your cash is short.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BuyDeed".
 */
export interface BuyDeed {
  type: 'BuyDeed'
}
/**
 * Refuse the property you stand on (DP-11).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RefuseDeed".
 */
export interface RefuseDeed {
  type: 'RefuseDeed'
}
/**
 * Bid this amount in the auction (DP-12, DP-13, DP-23, DP-27, DP-31).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Bid".
 */
export interface Bid {
  type: 'Bid'
  amount: number
}
/**
 * Leave the auction (DP-12, DP-13, DP-23, DP-27, DP-31).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pass".
 */
export interface Pass {
  type: 'Pass'
}
/**
 * Say yes to the property another refused, at the same price (DP-14); not listed where your cash is short.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AcceptOffer".
 */
export interface AcceptOffer {
  type: 'AcceptOffer'
}
/**
 * Say no to the property another refused (DP-14).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeclineOffer".
 */
export interface DeclineOffer {
  type: 'DeclineOffer'
}
/**
 * Claim the oldest rent due to you, before the next player rolls (DP-16). Whether one is due, `mine.due` says.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClaimRent".
 */
export interface ClaimRent {
  type: 'ClaimRent'
}
/**
 * Do what the card says (DP-17).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "FollowCard".
 */
export interface FollowCard {
  type: 'FollowCard'
}
/**
 * Draw from the other deck instead, where the card lets you choose (DP-17).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DrawInstead".
 */
export interface DrawInstead {
  type: 'DrawInstead'
}
/**
 * Pay the tax although a kept card could cancel it (DP-18).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PayTax".
 */
export interface PayTax {
  type: 'PayTax'
}
/**
 * Sell buildings to the Bank until a group's lots stand at these levels (DP-19, DP-32, DP-33).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SellBuildings".
 */
export interface SellBuildings {
  type: 'SellBuildings'
  group: number
  levels: number[]
}
/**
 * Buy buildings until a group's lots stand at these levels (DP-28, DP-29).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Build".
 */
export interface Build {
  type: 'Build'
  group: number
  levels: number[]
}
/**
 * Mortgage a deed (DP-19, DP-34).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Mortgage".
 */
export interface Mortgage {
  type: 'Mortgage'
  deed: number
}
/**
 * Lift a mortgage: any time (DP-35), or immediately on a deed just received (DP-25, DP-38).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LiftMortgage".
 */
export interface LiftMortgage {
  type: 'LiftMortgage'
  deed: number
}
/**
 * Propose a deal to all seats it touches (DP-36, DP-39).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ProposeDeal".
 */
export interface ProposeDeal {
  type: 'ProposeDeal'
  cash?: {
    [k: string]: number
  }
  deeds?: {
    [k: string]: number
  }
  cards?: {
    [k: string]: number
  }
}
/**
 * Accept this revision of a deal (DP-37).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AcceptDeal".
 */
export interface AcceptDeal {
  type: 'AcceptDeal'
  deal: number
  revision: number
}
/**
 * Refuse this revision of a deal (DP-37).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RefuseDeal".
 */
export interface RefuseDeal {
  type: 'RefuseDeal'
  deal: number
  revision: number
}
/**
 * Answer this revision of a deal with other terms (DP-37).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CounterDeal".
 */
export interface CounterDeal {
  type: 'CounterDeal'
  deal: number
  revision: number
  cash?: {
    [k: string]: number
  }
  deeds?: {
    [k: string]: number
  }
  cards?: {
    [k: string]: number
  }
}
/**
 * Take back the deal you proposed (DP-36).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WithdrawDeal".
 */
export interface WithdrawDeal {
  type: 'WithdrawDeal'
}
/**
 * Offer a property to your creditor in part payment (DP-20).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OfferProperty".
 */
export interface OfferProperty {
  type: 'OfferProperty'
  deed: number
}
/**
 * Name the value you credit for the property offered to you (DP-21).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NameValue".
 */
export interface NameValue {
  type: 'NameValue'
  amount: number
}
/**
 * Refuse the property offered to you in part payment (DP-21).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RefuseProperty".
 */
export interface RefuseProperty {
  type: 'RefuseProperty'
}
/**
 * Give the property for the value your creditor named (DP-22).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AcceptValue".
 */
export interface AcceptValue {
  type: 'AcceptValue'
}
/**
 * Take back the property you offered (DP-22).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WithdrawProperty".
 */
export interface WithdrawProperty {
  type: 'WithdrawProperty'
}
/**
 * Auction the property you offered among the other players (DP-22).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AuctionProperty".
 */
export interface AuctionProperty {
  type: 'AuctionProperty'
}
/**
 * Declare that you cannot pay your debt in any way (DP-24).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeclareBankruptcy".
 */
export interface DeclareBankruptcy {
  type: 'DeclareBankruptcy'
}
/**
 * Leave the mortgage on a deed you have just received (DP-25, DP-38).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "KeepMortgage".
 */
export interface KeepMortgage {
  type: 'KeepMortgage'
  deed: number
}
/**
 * Request an auction of a bankrupt's properties (DP-26).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RequestAuction".
 */
export interface RequestAuction {
  type: 'RequestAuction'
}
/**
 * Do without an auction of a bankrupt's properties (DP-26).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WaiveAuction".
 */
export interface WaiveAuction {
  type: 'WaiveAuction'
}
/**
 * Ask for `count` of the last buildings in stock; 0 asks for none (DP-30).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskBuildings".
 */
export interface AskBuildings {
  type: 'AskBuildings'
  count: number
}
/**
 * Place the building you won in the auction on a lot of yours (DP-31).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlaceBuilding".
 */
export interface PlaceBuilding {
  type: 'PlaceBuilding'
  deed: number
}
/**
 * Give up and leave the game, while play rests or instead of paying the Bank (no decision point).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Concede".
 */
export interface Concede {
  type: 'Concede'
}
/**
 * Acknowledge the result as the winner (DP-41).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Acknowledge".
 */
export interface Acknowledge {
  type: 'Acknowledge'
}
/**
 * Say that the agreed time is up, as the table's clock does; with `at_once` no turn begins any more (DP-01).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TimeUp".
 */
export interface TimeUp {
  type: 'TimeUp'
  at_once?: boolean
}
/**
 * Take back my last action, as long as no dice or cards have shown something new since.
 *
 *     Immediate if you play against bots only; otherwise every other person at the table must agree.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskTakeBack".
 */
export interface AskTakeBack {
  type: 'AskTakeBack'
  seat: number
}
/**
 * Agree to a request to take back an action, or refuse; the seat that asked withdraws it by `agree` false.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AnswerTakeBack".
 */
export interface AnswerTakeBack {
  type: 'AnswerTakeBack'
  seat: number
  agree: boolean
}
/**
 * Let a bot play a seat of mine. The seat stays mine: `ComeBack`, or any action, takes it back.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LetBotPlay".
 */
export interface LetBotPlay {
  type: 'LetBotPlay'
  seat: number
}
/**
 * Play a seat of mine again that a bot plays.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ComeBack".
 */
export interface ComeBack {
  type: 'ComeBack'
  seat: number
}
/**
 * Take the seat of a bot in a game that is on, where the host allows it. The answer has its token.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakeOver".
 */
export interface TakeOver {
  type: 'TakeOver'
  seat: number
  name?: string | null
}
/**
 * Set the standing orders of a seat of mine: what the server does for me without asking. Only I see them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SetOrders".
 */
export interface SetOrders {
  type: 'SetOrders'
  seat: number
  orders: Orders
}
/**
 * What the server does for a seat without asking. All are off unless they were set.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Orders".
 */
export interface Orders {
  claim_rents?: boolean
  end_turn?: boolean
  pass_auctions?: boolean
  follow_cards?: boolean
  refuse_deals?: boolean
}
/**
 * Bid for me up to this amount in the auction that is on, the least each time. 0 takes it back; only I know of it.
 *
 *     `deed` is the one auctioned, null for a building: for another auction the answer is `stale`. An amount below
 *     the least bid (or my own bid, if it is the highest), above my cash or not a multiple of the `step` of `Bid` is
 *     `illegal`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ProxyBid".
 */
export interface ProxyBid {
  type: 'ProxyBid'
  seat: number
  amount: number
  deed?: number | null
}
/**
 * Say something to the table. With an emote, clients that draw it show the drawing; `text` is for all others.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  type: 'Say'
  text: string
  emote?: ('anger' | 'applause' | 'laugh' | 'luck' | 'surprise' | 'tears') | null
}
/**
 * The host removes the message with this log number.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RemoveMessage".
 */
export interface RemoveMessage {
  type: 'Unsay'
  number: number
}
/**
 * The host says who may write: everyone, or only those who have a seat. At any time.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SetChat".
 */
export interface SetChat {
  type: 'SetChat'
  chat: 'everyone' | 'seats'
}
/**
 * The host forbids a person to write here, or allows it again.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Silence".
 */
export interface Silence {
  type: 'Silence'
  person: string
  silenced?: boolean
}
/**
 * The host keeps a person out permanently: they may not sit, write or watch, here or at a rematch.
 *
 *     Before the start this empties their seats. A person who plays in a running game is removed by a vote instead. `name`
 *     is for the host's list, where the person has no seat.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "KeepOut".
 */
export interface KeepOut {
  type: 'KeepOut'
  person: string
  name?: string | null
}
/**
 * The host readmits a person who was kept out; one removed by a vote only after the game is over.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LetIn".
 */
export interface LetIn {
  type: 'LetIn'
  person: string
}
/**
 * Ask the others to vote on removing the person of seat `target` from the game. I agree by asking.
 *
 *     At least two people must agree, and more than two thirds of the others who play. Then a bot plays on.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskRemoval".
 */
export interface AskRemoval {
  type: 'AskRemoval'
  seat: number
  target: number
}
/**
 * Vote. `agree` false from the seat that asked withdraws the vote.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AnswerRemoval".
 */
export interface AnswerRemoval {
  type: 'AnswerRemoval'
  seat: number
  agree: boolean
}
/**
 * Ask for the clock to stop; it does when all people at the table have asked. Three times a move at most.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskPause".
 */
export interface AskPause {
  type: 'AskPause'
  seat: number
}
/**
 * Restart a paused clock. Anyone at the table may.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Resume".
 */
export interface Resume {
  type: 'Resume'
  seat: number
}
/**
 * Give another person more time. No consent is needed: a limit takes its place.
 *
 *     All grants for one decision come to a minute at most, or, where that is more, to what the clock gives for one
 *     decision: the seconds of a clock for each decision, a day where the bank has days. A larger one is refused as
 *     `forbidden`, and the message has the seconds that are left.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Grant".
 */
export interface Grant {
  type: 'Grant'
  seat: number
  to: number
  seconds: number
}
/**
 * Agree to wait longer for an absent person; when all people here agree, the bot waits as long again.
 *
 *     Once the bot plays, there is nothing to wait for: a person who returns gets the seat back immediately.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WaitFor".
 */
export interface WaitFor {
  type: 'WaitFor'
  seat: number
  absent: number
}
/**
 * How fast I want bots to play. With several people the slowest wish counts.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SetPace".
 */
export interface SetPace {
  type: 'SetPace'
  seat: number
  pace: 'fast' | 'instant' | 'normal'
}
/**
 * Alone against bots: let them play without pauses until I have something to decide or a rent to claim.
 *
 *     For a person who is out of the game: until its result.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SkipAhead".
 */
export interface SkipAhead {
  type: 'SkipAhead'
  seat: number
}
/**
 * After the end: a new table with the same people. The first to ask creates it; the others are sent there.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rematch".
 */
export interface Rematch {
  type: 'Rematch'
}
/**
 * The host closes a table that has not started.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Close".
 */
export interface Close {
  type: 'Close'
}
/**
 * Play one more seat from this connection, by its token: after `Sit`, or at one keyboard with others.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Hold".
 */
export interface Hold {
  type: 'Hold'
  id: string
  token: string
}
/**
 * Ask how the table looks to a seat of mine, with everything it may do now. The answer is `Seen`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Look".
 */
export interface Look {
  type: 'Look'
  id: string
  seat?: number | null
}
/**
 * Ask what a plan for the buildings of a group would cost a seat of mine, before it is ordered.
 *
 *     `levels` has the level of every lot of the group, in board order. The answer is `Planned`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Plan".
 */
export interface Plan {
  type: 'Plan'
  id: string
  seat: number
  group: number
  levels: number[]
}
/**
 * Mute or unmute a person at every table. The server stores this for a guest; other people do not notice.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Mute".
 */
export interface Mute {
  type: 'Mute'
  id: string
  person: string
  muted?: boolean
}
/**
 * Are you there? The answer is `Pong`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: 'Ping'
}
/**
 * The answer to `Hello`: the table as it is now and the seats you play. All entries after `since` follow as `Told`.
 *
 *     `refused_tokens` are those of `Hello` that are not or no longer valid: discard them. After `Hold` it comes
 *     again, with the new seat. `muted` are the people you have muted.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  type: 'Welcome'
  protocol: number
  table: TableState
  person: string
  seats: number[]
  view?: View | null
  mine?: Mine[]
  refused_tokens?: string[]
  muted?: string[]
}
/**
 * The table around the game: its set-up, its host, its seats.
 *
 *     `pace` is how fast bots play; `paced_by` are the seats whose wish that is, where people have different ones.
 *     `ends_at` is the moment (milliseconds since 1970) at which the agreed time of a timed game is up; null without one,
 *     in a pause, and once it was up.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableState".
 */
export interface TableState {
  id: string
  status: string
  host: string
  config: Config
  commitment: string
  seats: SeatState[]
  number: number
  created: number
  paused?: boolean
  pause_asked?: number[]
  called?: number
  pace?: 'fast' | 'instant' | 'normal'
  paced_by?: number[]
  again?: string | null
  rematch?: string | null
  branch?: BranchPoint | null
  secret?: string | null
  take_back?: TakeBackState | null
  kept_out?: KeptOutPerson[]
  silenced?: string[]
  removal?: RemovalState | null
  ends_at?: number | null
}
/**
 * A seat of the table: who sits there, whether they are here, whether a bot plays, and how long they may think.
 *
 *     `deadline` is the moment (milliseconds since 1970) at which the clock answers for a seat that must; `left` what its
 *     bank holds while the clock stands. `mark` warns of a person's name: `duplicate` resembles the name of an earlier
 *     holder of a seat here, `bot` that of a bot.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatState".
 */
export interface SeatState {
  seat: number
  name?: string | null
  person?: string | null
  level?: string | null
  here?: boolean
  stood_in?: boolean
  deadline?: number | null
  left?: number | null
  away_until?: number | null
  pace?: 'fast' | 'instant' | 'normal'
  mark?: ('bot' | 'duplicate') | null
}
/**
 * The moment of a finished game that a table tries again: its table, the number of the entry before, and the seat.
 *
 *     `moves` is how many moves were played by then. `dice` are those of the first game, or fresh ones.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BranchPoint".
 */
export interface BranchPoint {
  table: string
  number: number
  seat: number
  moves: number
  dice: 'fresh' | 'same'
}
/**
 * A pending request to take back a move: its number, and the seats that agree.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakeBackState".
 */
export interface TakeBackState {
  seat: number
  number: number
  agreed: number[]
}
/**
 * A person who may not enter this table: kept out by the host, by a vote, or by the operator.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "KeptOutPerson".
 */
export interface KeptOutPerson {
  person: string
  name?: string
  by?: 'admin' | 'host' | 'vote'
}
/**
 * The others vote whether the person of seat `target` leaves the game. `seat` asked.
 *
 *     `needed` is how many people must agree; `until` the moment (milliseconds since 1970) at which the vote lapses.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RemovalState".
 */
export interface RemovalState {
  seat: number
  target: number
  agreed: number[]
  refused: number[]
  needed: number
  until: number
}
/**
 * The whole table as one seat, or a watcher (`seat` None), sees it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
  edition: string
  variant: string | null
  skin: string | null
  seat: number | null
  seats: SeatView[]
  deeds: DeedView[]
  houses: number
  hotels: number
  order: number[]
  turn: number | null
  turns: number
  dice: [number, number] | null
  doubles: number
  roll_due: boolean
  must: number[]
  question: Question | null
  deals: DealView[]
  options: Option[]
  actions: number
  over: boolean
  winners: number[]
}
/**
 * One player as others see it. `cash` and `worth` (as the timed endings count) are None where cash is private.
 *
 *     `raisable` is what buildings and mortgages would still bring. `out` is 0 for a player in the game, 1 for the first
 *     who left it, 2 for the next. `deal_refusal` is why the player may not propose a deal now (see Reasons); None: it
 *     may.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatView".
 */
export interface SeatView {
  seat: number
  name: string
  cash: number | null
  worth: number | null
  raisable: number
  space: number
  in_jail: boolean
  jail_turns: number
  out: number
  cards: number[]
  deal_refusal?: string | null
}
/**
 * One deed: whose, how built, whether mortgaged, and whether that mortgage was taken over.
 *
 *     `rent` is what a stop there costs now, per pip where the deed says so; None while it has no owner. `bound` says that
 *     by the book buildings, there or on its neighbours, keep it out of any deal. `lift` is what lifting its mortgage
 *     costs. Of an owned lot, `build` is what each further building costs, the next one first, and `sell` what each of its
 *     own brings, the topmost first: a plan for a group costs, or brings, the sum over its lots.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeedView".
 */
export interface DeedView {
  deed: number
  owner: number | null
  level: number
  mortgaged: boolean
  inherited: boolean
  rent: number | null
  bound?: boolean
  lift?: number | null
  build?: number[]
  sell?: number[]
}
/**
 * What play waits for: the kind of business, and what it is about (see Questions).
 *
 *     `amount` is the sum in question: a debt, a tax, a value that was named, the least that may be bid now.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Question".
 */
export interface Question {
  type: string
  seat?: number | null
  other?: number | null
  deed?: number | null
  amount?: number | null
  deck?: number | null
  card?: number | null
  building?: string | null
  bid?: number | null
  bidder?: number | null
  bidders?: number[] | null
}
/**
 * A deal on the table. `waits_for` are the seats that have to answer it now; none while other play goes first.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealView".
 */
export interface DealView {
  deal: number
  revision: number
  author: number
  parties: number[]
  accepted: number[]
  terms: Terms
  waits_for?: number[]
}
/**
 * What a deal changes: each seat's cash, and who gets which deed and which kept card.
 *
 *     Keys are texts, as always in JSON: `{"cash": {"0": 120, "1": -120}, "deeds": {"5": 1}}` sells deed 5 of seat 0 to
 *     seat 1. A sum above 0 is received, below 0 paid; together they are 0, and each is a multiple of the option's `step`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Terms".
 */
export interface Terms {
  cash?: {
    [k: string]: number
  }
  deeds?: {
    [k: string]: number
  }
  cards?: {
    [k: string]: number
  }
}
/**
 * Something a seat may do. `action` is ready to play. Deals have none: their terms are free.
 *
 *     `low`, `high` and `step` are about the one number in `action`: `amount` of `Bid` and `NameValue`, `count` of
 *     `AskBuildings`. It may be `low`, `low` + `step` and so on up to `high`; `action` has it at `low`. In
 *     `ProposeDeal` and `CounterDeal` every sum of `cash` must be a multiple of `step`.
 *
 *     `price` is the cash it costs, below 0 what it brings: for a deed, buildings, a mortgage, a fine, a tax, a deal (with
 *     the interest on mortgages that come with it). `leaves` is the seat's cash after that. It is below 0 only where one
 *     has to pay, with `PayTax` and with `PayFine` after the stay: that much must be raised then. An offer or a deal is
 *     priced as if all others agree. Both are left out where no sum is fixed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Option".
 */
export interface Option {
  type: string
  action?: Action | null
  low?: number | null
  high?: number | null
  step?: number | null
  price?: number | null
  leaves?: number | null
}
/**
 * What only the holder of a seat sees: its cash, what it may do, rents to claim, standing orders.
 *
 *     `options` is everything it may do while play waits for it, `may` while play waits for others: one of them is empty.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Mine".
 */
export interface Mine {
  seat: number
  cash?: number | null
  options?: Option[]
  due?: DueRent[]
  orders?: Orders1
  max_bid?: number | null
  takes_back?: number | null
  may?: Option[]
}
/**
 * A rent that a seat may claim until the next player rolls.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DueRent".
 */
export interface DueRent {
  debtor: number
  deed: number
  amount: number
}
/**
 * What the server does for a seat without asking. All are off unless they were set.
 */
export interface Orders1 {
  claim_rents?: boolean
  end_turn?: boolean
  pass_auctions?: boolean
  follow_cards?: boolean
  refuse_deals?: boolean
}
/**
 * Entry `number` of the log, what happened by it, and, if it is the latest, how the table looks now.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Told".
 */
export interface Told {
  type: 'Told'
  number: number
  at: number
  entry: Entry
  events?: Event[]
  table?: TableState | null
  view?: View | null
  mine?: Mine[]
}
/**
 * A table was made. The dice are promised from here on; `again` is the table it is a rematch of.
 *
 *     `kept_out` are those who were kept out there, and are here, too. `branch` is the moment that is tried again here.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Created".
 */
export interface Created {
  type: 'Created'
  host: string
  config: Config
  commitment: string
  again?: string | null
  kept_out?: KeptOutPerson[]
  branch?: BranchPoint | null
}
/**
 * A person (`person` is an id) or a bot (`level`) took a seat. `epoch` rises with everyone who sits there.
 *
 *     A bot that sits down again with the same `epoch` changes its level.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Sat".
 */
export interface Sat {
  type: 'Sat'
  seat: number
  name: string
  epoch: number
  person?: string | null
  level?: string | null
  entropy?: string
}
/**
 * A seat became empty before the start; or its person left permanently, and a bot plays on.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatLeft".
 */
export interface SeatLeft {
  type: 'Stood'
  seat: number
  by_host?: boolean
}
/**
 * Another person is host now.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HostChanged".
 */
export interface HostChanged {
  type: 'HostChanged'
  host: string
}
/**
 * The set-up was changed before the start.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Configured".
 */
export interface Configured {
  type: 'Configured'
  config: Config
}
/**
 * The game began: the seats' entropy joined the promised secret, and the Bank dealt.
 *
 *     `position` is the text of the position it began in; "" where it began with the set-up. `elapsed` is how much of an
 *     agreed time was played before, in milliseconds. `rules` is the version that had last changed a rule
 *     by then; "" is 0.1.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Started".
 */
export interface Started {
  type: 'Started'
  names: string[]
  entropy: string[]
  chance: [number, number][]
  position?: string
  elapsed?: number
  rules?: string
}
/**
 * An action was played, with the results of chance it called for. Seat -1 is the Bank's clock.
 *
 *     Clients never see `by` as `order`: what a standing order does appears as the person's action.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Played".
 */
export interface Played {
  type: 'Played'
  seat: number
  action: Action
  chance?: [number, number][]
  by?: 'bot' | 'clock' | 'order' | 'person'
}
/**
 * A seat asks to take back its move of this number; bots wait, and the next action cancels the request.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakeBackAsked".
 */
export interface TakeBackAsked {
  type: 'TakeBackAsked'
  seat: number
  number: number
}
/**
 * A seat agrees, and others have not answered yet.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakeBackAgreed".
 */
export interface TakeBackAgreed {
  type: 'TakeBackAgreed'
  seat: number
}
/**
 * A seat does not agree, or no longer wants to take back.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakeBackRefused".
 */
export interface TakeBackRefused {
  type: 'TakeBackRefused'
  seat: number
}
/**
 * The move of this number, and those after it, no longer count: the game is as it was before.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakenBack".
 */
export interface TakenBack {
  type: 'TakenBack'
  seat: number
  number: number
}
/**
 * A seat set its standing orders, or the most it bids in this auction (0: no more than it bids itself).
 *
 *     Clients, the owner's too, see only that a seat did so: `seat`, `orders` and `max_bid` are null. The owner finds
 *     its orders in `Mine`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ordered".
 */
export interface Ordered {
  type: 'Ordered'
  seat?: number | null
  orders?: Orders | null
  max_bid?: number | null
}
/**
 * A person wrote a message, or showed an emote, whose words are in `text`.
 *
 *     Both are None if the message was removed, its writer's data was deleted, or the reader muted the writer.
 *     `mark` warns of the speaker's name, as it does in `SeatState`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Said".
 */
export interface Said {
  type: 'Said'
  person: string
  name: string
  text: string | null
  seat?: number | null
  emote?: string | null
  mark?: ('bot' | 'duplicate') | null
}
/**
 * The host removed a message.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MessageRemoved".
 */
export interface MessageRemoved {
  type: 'Unsaid'
  number: number
}
/**
 * The host said who may write.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ChatSet".
 */
export interface ChatSet {
  type: 'ChatSet'
  chat: 'everyone' | 'seats'
}
/**
 * The host forbids a person to write here, or allows it again.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Silenced".
 */
export interface Silenced {
  type: 'Silenced'
  person: string
  silenced?: boolean
}
/**
 * A person may no longer sit, write or watch here. `seats` are those they lost.
 *
 *     Before the start these become empty; later a bot plays on.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "KeptOut".
 */
export interface KeptOut {
  type: 'KeptOut'
  person: string
  name?: string
  seats?: number[]
  by?: 'admin' | 'host' | 'vote'
}
/**
 * A person who was kept out may come again.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Readmitted".
 */
export interface Readmitted {
  type: 'Readmitted'
  person: string
}
/**
 * A seat asks the others to vote on removing the person of seat `target` from the game.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RemovalAsked".
 */
export interface RemovalAsked {
  type: 'RemovalAsked'
  seat: number
  target: number
}
/**
 * A seat voted, and the vote is still open.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RemovalAnswered".
 */
export interface RemovalAnswered {
  type: 'RemovalAnswered'
  seat: number
  agree: boolean
}
/**
 * A vote ended and the person stays: too few can still agree, the asker withdrew it, or its time is up.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RemovalEnded".
 */
export interface RemovalEnded {
  type: 'RemovalEnded'
  why: 'lapsed' | 'refused' | 'withdrawn'
}
/**
 * A seat wants the clock to stop; it stops once all people want it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PauseAsked".
 */
export interface PauseAsked {
  type: 'PauseAsked'
  seat: number
}
/**
 * The clock runs again.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Resumed".
 */
export interface Resumed {
  type: 'Resumed'
  seat: number
}
/**
 * A seat gave another more time.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Granted".
 */
export interface Granted {
  type: 'Granted'
  seat: number
  to: number
  seconds: number
}
/**
 * The person of a seat is connected to this node; a bot that played for them returns the seat.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Connected".
 */
export interface Connected {
  type: 'Came'
  seat: number
  node: string
}
/**
 * The person of a seat is no longer connected to this node.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Disconnected".
 */
export interface Disconnected {
  type: 'Gone'
  seat: number
  node: string
}
/**
 * The person was disconnected too long, or asked for it: a bot plays the seat until they return.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BotTookOver".
 */
export interface BotTookOver {
  type: 'StoodIn'
  seat: number
  asked?: boolean
}
/**
 * The person plays the seat again that a bot was asked to play.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PersonReturned".
 */
export interface PersonReturned {
  type: 'CameBack'
  seat: number
}
/**
 * A seat agrees to wait longer for an absent person.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WaitAgreed".
 */
export interface WaitAgreed {
  type: 'WaitAgreed'
  seat: number
  absent: number
}
/**
 * A seat wants bots to play at this pace.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PaceSet".
 */
export interface PaceSet {
  type: 'PaceSet'
  seat: number
  pace: 'fast' | 'instant' | 'normal'
}
/**
 * A seat that plays against bots alone lets them play without pauses until it has something to decide.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SkippedAhead".
 */
export interface SkippedAhead {
  type: 'SkippedAhead'
  seat: number
}
/**
 * Going once, going twice: an auction is about to end with the bid that stands.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AuctionCalled".
 */
export interface AuctionCalled {
  type: 'Called'
  times: number
}
/**
 * The server was down: seats whose clock ran get this much extra time.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TimeCredited".
 */
export interface TimeCredited {
  type: 'Graced'
  milliseconds: number
}
/**
 * The same people meet again at another table.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rematched".
 */
export interface Rematched {
  type: 'Rematched'
  table: string
}
/**
 * Names and words were removed from this log, in the entries before this one, too: `why` says on whose wish.
 *
 *     `seats` are those whose name was removed. A client discards what it received and sends Hello again without `since`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NamesRemoved".
 */
export interface NamesRemoved {
  type: 'NamesRemoved'
  seats?: number[]
  why?: 'age' | 'operator' | 'person'
}
/**
 * The table is closed: by its host, by the operator, or because the record it was made from ends here.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Closed".
 */
export interface Closed {
  type: 'Closed'
  why: 'admin' | 'host' | 'record'
}
/**
 * A player rolled for the opening.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OpeningRolled".
 */
export interface OpeningRolled {
  type: 'OpeningRolled'
  seat: number
  /**
   * @minItems 2
   * @maxItems 2
   */
  dice: [number, number]
  clause?: string
}
/**
 * The highest opening roll made this player the starter.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StarterChosen".
 */
export interface StarterChosen {
  type: 'StarterChosen'
  seat: number
  roll: number
  clause?: string
}
/**
 * A deed was dealt to a player; its price, where due, is a payment of its own.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeedDealt".
 */
export interface DeedDealt {
  type: 'DeedDealt'
  seat: number
  deed: number
  clause?: string
}
/**
 * A player's turn began.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TurnBegan".
 */
export interface TurnBegan {
  type: 'TurnBegan'
  seat: number
  clause?: string
}
/**
 * A player's turn ended.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TurnEnded".
 */
export interface TurnEnded {
  type: 'TurnEnded'
  seat: number
  clause?: string
}
/**
 * A player rolled both dice.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rolled".
 */
export interface Rolled {
  type: 'Rolled'
  seat: number
  /**
   * @minItems 2
   * @maxItems 2
   */
  dice: [number, number]
  clause?: string
}
/**
 * A player's token moved from its `origin` to a space.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Moved".
 */
export interface Moved {
  type: 'Moved'
  seat: number
  origin: number
  space: number
  clause?: string
}
/**
 * A player landed on a space where nothing happens.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rested".
 */
export interface Rested {
  type: 'Rested'
  seat: number
  space: number
  clause?: string
}
/**
 * A player got money from the Bank.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Collected".
 */
export interface Collected {
  type: 'Collected'
  seat: number
  amount: number
  why: 'card' | 'card_tax' | 'deed' | 'fine' | 'gift' | 'interest' | 'parking' | 'rent' | 'repairs' | 'salary' | 'tax'
  clause?: string
}
/**
 * A player paid the Bank, perhaps on account of a deed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PaidBank".
 */
export interface PaidBank {
  type: 'PaidBank'
  seat: number
  amount: number
  why: 'card' | 'card_tax' | 'deed' | 'fine' | 'gift' | 'interest' | 'parking' | 'rent' | 'repairs' | 'salary' | 'tax'
  deed?: number | null
  clause?: string
}
/**
 * A player paid another, perhaps on account of a deed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PaidPlayer".
 */
export interface PaidPlayer {
  type: 'PaidPlayer'
  seat: number
  other: number
  amount: number
  why: 'card' | 'card_tax' | 'deed' | 'fine' | 'gift' | 'interest' | 'parking' | 'rent' | 'repairs' | 'salary' | 'tax'
  deed?: number | null
  clause?: string
}
/**
 * A player bought a deed from the Bank.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeedBought".
 */
export interface DeedBought {
  type: 'DeedBought'
  seat: number
  deed: number
  amount: number
  clause?: string
}
/**
 * A player refused to buy a deed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeedRefused".
 */
export interface DeedRefused {
  type: 'DeedRefused'
  seat: number
  deed: number
  clause?: string
}
/**
 * An auction opened; the first bid is at least `amount`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AuctionOpened".
 */
export interface AuctionOpened {
  type: 'AuctionOpened'
  deed: number | null
  building: ('hotel' | 'house') | null
  amount: number
  clause?: string
}
/**
 * A player bid.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BidMade".
 */
export interface BidMade {
  type: 'BidMade'
  seat: number
  amount: number
  clause?: string
}
/**
 * A player left the auction, or could not raise the next bid.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Passed".
 */
export interface Passed {
  type: 'Passed'
  seat: number
  clause?: string
}
/**
 * A player won an auction and paid the Bank, or the seller `other`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AuctionWon".
 */
export interface AuctionWon {
  type: 'AuctionWon'
  seat: number
  other: number | null
  amount: number
  deed: number | null
  building: ('hotel' | 'house') | null
  clause?: string
}
/**
 * No player bid.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AuctionFailed".
 */
export interface AuctionFailed {
  type: 'AuctionFailed'
  deed: number | null
  building: ('hotel' | 'house') | null
  clause?: string
}
/**
 * A deed that `seat` refused was offered to the others at the same price.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OfferMade".
 */
export interface OfferMade {
  type: 'OfferMade'
  seat: number
  deed: number
  amount: number
  clause?: string
}
/**
 * A player said yes or no to a deed another had refused.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OfferAnswered".
 */
export interface OfferAnswered {
  type: 'OfferAnswered'
  seat: number
  deed: number
  accepted: boolean
  clause?: string
}
/**
 * A player rolled one die for a deed that several want.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DieRolled".
 */
export interface DieRolled {
  type: 'DieRolled'
  seat: number
  die: number
  clause?: string
}
/**
 * An owner claimed the rent.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RentClaimed".
 */
export interface RentClaimed {
  type: 'RentClaimed'
  owner: number
  debtor: number
  deed: number
  amount: number
  clause?: string
}
/**
 * A rent was lost because its owner did not claim it in time.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RentLapsed".
 */
export interface RentLapsed {
  type: 'RentLapsed'
  owner: number
  debtor: number
  deed: number
  amount: number
  clause?: string
}
/**
 * A player claimed a rent, but none was due.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NothingDue".
 */
export interface NothingDue {
  type: 'NothingDue'
  seat: number
  clause?: string
}
/**
 * A player landed on a mortgaged deed, where no rent is due.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RentFree".
 */
export interface RentFree {
  type: 'RentFree'
  seat: number
  owner: number
  deed: number
  clause?: string
}
/**
 * A player drew a card: number `card` of the deck.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardDrawn".
 */
export interface CardDrawn {
  type: 'CardDrawn'
  seat: number
  deck: number
  card: number
  clause?: string
}
/**
 * A player kept a card for later, by its number among those that can be kept.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardKept".
 */
export interface CardKept {
  type: 'CardKept'
  seat: number
  card: number
  clause?: string
}
/**
 * A player used a kept card, by its number among the cards that can be kept.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardUsed".
 */
export interface CardUsed {
  type: 'CardUsed'
  seat: number
  card: number
  clause?: string
}
/**
 * A kept card cancelled a player's tax.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TaxCancelled".
 */
export interface TaxCancelled {
  type: 'TaxCancelled'
  seat: number
  amount: number
  clause?: string
}
/**
 * A player went to jail: the token stands on the space of kind `jail` now, without a `Moved`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Jailed".
 */
export interface Jailed {
  type: 'Jailed'
  seat: number
  clause?: string
}
/**
 * A player left jail.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Released".
 */
export interface Released {
  type: 'Released'
  seat: number
  clause?: string
}
/**
 * A player stayed in jail; `turns` own turns are spent there.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Stayed".
 */
export interface Stayed {
  type: 'Stayed'
  seat: number
  turns: number
  clause?: string
}
/**
 * A player built, and the deed now stands at this level: houses, or the hotel above the last house.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Built".
 */
export interface Built {
  type: 'Built'
  seat: number
  deed: number
  level: number
  amount: number
  clause?: string
}
/**
 * A player sold buildings to the Bank, and the deed now stands at this level.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BuildingsSold".
 */
export interface BuildingsSold {
  type: 'BuildingsSold'
  seat: number
  deed: number
  level: number
  amount: number
  clause?: string
}
/**
 * A player's buildings on a deed went back to the stock; it is bare.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BuildingsReturned".
 */
export interface BuildingsReturned {
  type: 'BuildingsReturned'
  seat: number
  deed: number
  clause?: string
}
/**
 * A player mortgaged a deed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeedMortgaged".
 */
export interface DeedMortgaged {
  type: 'DeedMortgaged'
  seat: number
  deed: number
  amount: number
  clause?: string
}
/**
 * A player lifted a mortgage.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MortgageLifted".
 */
export interface MortgageLifted {
  type: 'MortgageLifted'
  seat: number
  deed: number
  amount: number
  clause?: string
}
/**
 * A player left the mortgage on a deed just received.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MortgageKept".
 */
export interface MortgageKept {
  type: 'MortgageKept'
  seat: number
  deed: number
  clause?: string
}
/**
 * A player proposed a deal.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealProposed".
 */
export interface DealProposed {
  type: 'DealProposed'
  seat: number
  revision: number
  cash: {
    [k: string]: number
  }
  deeds: {
    [k: string]: number
  }
  cards: {
    [k: string]: number
  }
  clause?: string
}
/**
 * A player answered a deal with other terms.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealCountered".
 */
export interface DealCountered {
  type: 'DealCountered'
  seat: number
  deal: number
  revision: number
  cash: {
    [k: string]: number
  }
  deeds: {
    [k: string]: number
  }
  cards: {
    [k: string]: number
  }
  clause?: string
}
/**
 * A player accepted a revision of a deal.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealAccepted".
 */
export interface DealAccepted {
  type: 'DealAccepted'
  seat: number
  deal: number
  revision: number
  clause?: string
}
/**
 * A player refused a revision of a deal.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealRefused".
 */
export interface DealRefused {
  type: 'DealRefused'
  seat: number
  deal: number
  revision: number
  clause?: string
}
/**
 * A deal was withdrawn.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealWithdrawn".
 */
export interface DealWithdrawn {
  type: 'DealWithdrawn'
  deal: number
  clause?: string
}
/**
 * A deal was done; what it moved follows.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealDone".
 */
export interface DealDone {
  type: 'DealDone'
  deal: number
  clause?: string
}
/**
 * A player's cash changed by this amount, up or down, in a deal.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CashMoved".
 */
export interface CashMoved {
  type: 'CashMoved'
  seat: number
  amount: number
  clause?: string
}
/**
 * A deed passed from a player to another, or to the Bank, and is free of its mortgage then.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeedMoved".
 */
export interface DeedMoved {
  type: 'DeedMoved'
  seat: number
  other: number | null
  deed: number
  clause?: string
}
/**
 * A kept card, by its number among these, passed from a player to another, or back to its deck.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardMoved".
 */
export interface CardMoved {
  type: 'CardMoved'
  seat: number
  other: number | null
  card: number
  clause?: string
}
/**
 * A player owes more cash than they have, to another or to the Bank. It is paid as soon as the cash is there.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DebtOwed".
 */
export interface DebtOwed {
  type: 'DebtOwed'
  seat: number
  other: number | null
  amount: number
  why: 'card' | 'card_tax' | 'deed' | 'fine' | 'gift' | 'interest' | 'parking' | 'rent' | 'repairs' | 'salary' | 'tax'
  deed?: number | null
  clause?: string
}
/**
 * A debtor offered a deed in part payment.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PropertyOffered".
 */
export interface PropertyOffered {
  type: 'PropertyOffered'
  debtor: number
  creditor: number
  deed: number
  clause?: string
}
/**
 * A creditor named the value of a deed offered.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PropertyValued".
 */
export interface PropertyValued {
  type: 'PropertyValued'
  debtor: number
  creditor: number
  deed: number
  amount: number
  clause?: string
}
/**
 * A creditor refused a deed offered.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PropertyRefused".
 */
export interface PropertyRefused {
  type: 'PropertyRefused'
  debtor: number
  creditor: number
  deed: number
  clause?: string
}
/**
 * A debtor took back a deed offered.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PropertyWithdrawn".
 */
export interface PropertyWithdrawn {
  type: 'PropertyWithdrawn'
  debtor: number
  creditor: number
  deed: number
  clause?: string
}
/**
 * A deed was credited against a debt with this amount; it is the creditor's now, without a `DeedMoved`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PropertySettled".
 */
export interface PropertySettled {
  type: 'PropertySettled'
  debtor: number
  creditor: number
  deed: number
  amount: number
  clause?: string
}
/**
 * A player went bankrupt over this debt, to another or to the Bank. A prisoner is in jail no longer.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WentBankrupt".
 */
export interface WentBankrupt {
  type: 'WentBankrupt'
  seat: number
  other: number | null
  amount: number
  clause?: string
}
/**
 * A bankrupt's cash went to the creditor, or to the Bank.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CashSurrendered".
 */
export interface CashSurrendered {
  type: 'CashSurrendered'
  seat: number
  other: number | null
  amount: number
  clause?: string
}
/**
 * The Bank paid the creditor `seat` what the bankrupt `other` owed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CreditorPaid".
 */
export interface CreditorPaid {
  type: 'CreditorPaid'
  seat: number
  other: number
  amount: number
  clause?: string
}
/**
 * A player asked for an auction of a bankrupt's properties.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AuctionRequested".
 */
export interface AuctionRequested {
  type: 'AuctionRequested'
  seat: number
  clause?: string
}
/**
 * A player did without an auction of a bankrupt's properties.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AuctionWaived".
 */
export interface AuctionWaived {
  type: 'AuctionWaived'
  seat: number
  clause?: string
}
/**
 * A player asked for `count` of the last buildings.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BuildingsAsked".
 */
export interface BuildingsAsked {
  type: 'BuildingsAsked'
  seat: number
  count: number
  building: 'hotel' | 'house'
  clause?: string
}
/**
 * More buildings were asked for than the stock holds: they go to auction.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ContestOpened".
 */
export interface ContestOpened {
  type: 'ContestOpened'
  building: 'hotel' | 'house'
  stock: number
  clause?: string
}
/**
 * A player placed a building won, and the deed now stands at this level.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BuildingPlaced".
 */
export interface BuildingPlaced {
  type: 'BuildingPlaced'
  seat: number
  deed: number
  level: number
  clause?: string
}
/**
 * A player gave up and left the game. A prisoner is in jail no longer.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Conceded".
 */
export interface Conceded {
  type: 'Conceded'
  seat: number
  clause?: string
}
/**
 * The agreed time was up. A turn in progress is still played, and rents can still be claimed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TimeCalled".
 */
export interface TimeCalled {
  type: 'TimeCalled'
  clause?: string
}
/**
 * A player's wealth was counted.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WealthCounted".
 */
export interface WealthCounted {
  type: 'WealthCounted'
  seat: number
  amount: number
  clause?: string
}
/**
 * A player won; several winners have an event each.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GameWon".
 */
export interface GameWon {
  type: 'GameWon'
  seat: number
  clause?: string
}
/**
 * The winner acknowledged the result.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PrizeSeen".
 */
export interface PrizeSeen {
  type: 'PrizeSeen'
  seat: number
  clause?: string
}
/**
 * A command was executed and stored under `number`. `token` is for a seat just taken, `table` for a rematch.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  type: 'Done'
  id: string
  number: number
  token?: string | null
  table?: string | null
}
/**
 * A frame was refused without effect; with `error` `busy` or `unavailable` it may have been executed.
 *
 *     `error` is the reason (see Refusals); `legal` is what would be legal instead.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  type: 'Refused'
  error: string
  message: string
  id?: string | null
  legal?: Option[] | null
  number?: number | null
  wait?: number
}
/**
 * The answer to `Look`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Seen".
 */
export interface Seen {
  type: 'Seen'
  id: string
  number: number
  table: TableState
  view?: View | null
}
/**
 * The answer to `Plan`. `number` is where the table was.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Planned".
 */
export interface Planned {
  type: 'Planned'
  id: string
  number: number
  plan: PlanView
}
/**
 * A plan for the buildings of a group that no seat has ordered yet: its price, its rents, where it goes on.
 *
 *     `refusal` says why it is not legal now (see Reasons); None if it is. `price` is what it costs, below 0 what it
 *     brings, and `leaves` the seat's cash after that, which may be below 0. `rents` is what a stop on each lot would cost
 *     then; None if it has no owner. `up` and `down` have, for each lot, the levels of the whole group with one building
 *     more or less there, where that is a legal plan or what stands now; else None.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlanView".
 */
export interface PlanView {
  group: number
  levels: number[]
  refusal: string | null
  price: number
  leaves: number
  rents: (number | null)[]
  up: (number[] | null)[]
  down: (number[] | null)[]
}
/**
 * I am here.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: 'Pong'
}
/**
 * The server closes the connection. Reconnect after `retry` milliseconds, with the last number you have.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Goodbye".
 */
export interface Goodbye {
  type: 'Goodbye'
  why: string
  retry?: number
}
/**
 * A silence, a contradiction or a garbled sentence, and what is played there.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ambiguity".
 */
export interface Ambiguity {
  id: string
  title: string
  editions: string[]
  scope?: string
  book: string
  resolve: string
  why: string
}
/**
 * A command with an id of your own and the tokens of your seats. The same id is never done twice.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Asks".
 */
export interface Asks {
  id: string
  command:
    | Sit
    | Stand
    | SetBot
    | ClearSeat
    | HandOver
    | Configure
    | Start
    | Act
    | AskTakeBack
    | AnswerTakeBack
    | LetBotPlay
    | ComeBack
    | TakeOver
    | SetOrders
    | ProxyBid
    | Say
    | RemoveMessage
    | SetChat
    | Silence
    | KeepOut
    | LetIn
    | AskRemoval
    | AnswerRemoval
    | AskPause
    | Resume
    | Grant
    | WaitFor
    | SetPace
    | SkipAhead
    | Rematch
    | Close
  tokens?: string[]
}
/**
 * Play waits for me: at which seat, since when, and until when the clock answers, if one runs.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Awaits".
 */
export interface Awaits {
  seat: number
  since: number
  until?: number | null
}
/**
 * A ban, and the tables at which seats were freed by it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BanAdded".
 */
export interface BanAdded {
  value: string
  tables: string[]
}
/**
 * A ban. `until` is null for a permanent ban.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BanListed".
 */
export interface BanListed {
  kind: string
  value: string
  at: number
  until: number | null
  why: string
}
/**
 * Whom to ban: a person by id, or an address; for some days, or permanently.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Banning".
 */
export interface Banning {
  kind: 'address' | 'person'
  value: string
  why?: string
  days?: number | null
}
/**
 * The rulebook of an edition: what it says, clause by clause, and how what it leaves open is settled.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Book".
 */
export interface Book {
  edition: string
  title: string
  language: string
  clauses: Clause[]
  settled: Ambiguity[]
}
/**
 * One testable sentence of one book.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Clause".
 */
export interface Clause {
  id: string
  chapter: string
  text: string
  heading: string
  see?: string[]
}
/**
 * A bot and its token, good for a year. Keep it secret: a program with this token acts as the bot.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BotMade".
 */
export interface BotMade {
  person: string
  token: string
}
/**
 * It was done.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Carried".
 */
export interface Carried {
  done?: boolean
}
/**
 * An option, what speaks for or against it, and where it was played out the chance to win with its error.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Considered".
 */
export interface Considered {
  action:
    | Roll
    | EndTurn
    | PayFine
    | UseCard
    | Wait
    | BuyDeed
    | RefuseDeed
    | Bid
    | Pass
    | AcceptOffer
    | DeclineOffer
    | ClaimRent
    | FollowCard
    | DrawInstead
    | PayTax
    | SellBuildings
    | Build
    | Mortgage
    | LiftMortgage
    | ProposeDeal
    | AcceptDeal
    | RefuseDeal
    | CounterDeal
    | WithdrawDeal
    | OfferProperty
    | NameValue
    | RefuseProperty
    | AcceptValue
    | WithdrawProperty
    | AuctionProperty
    | DeclareBankruptcy
    | KeepMortgage
    | RequestAuction
    | WaiveAuction
    | AskBuildings
    | PlaceBuilding
    | Concede
    | Acknowledge
    | TimeUp
  reason: Reason
  chance?: number | null
  error?: number | null
}
/**
 * A sentence of the words' section [bot], and its facts: sums, a group.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Reason".
 */
export interface Reason {
  key: string
  facts?: {
    [k: string]: number
  }
}
/**
 * What was deleted: `tables` had traces of the person, `seats` were given up first. The cookie is a new guest's.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DataDeleted".
 */
export interface DataDeleted {
  tables: number
  seats: number
}
/**
 * The deed that brought a seat most rent, and the deed of another that cost it most; None where there is none.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeedFigures".
 */
export interface DeedFigures {
  seat: number
  earned_deed: number | null
  earned: number
  cost_deed: number | null
  cost: number
}
/**
 * The position that a text describes, as a watcher sees it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Described".
 */
export interface Described {
  text: string
  view: View
}
/**
 * The throws of a seat: their number, sum and doubles, beside what was due.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DiceFigures".
 */
export interface DiceFigures {
  seat: number
  throws: number
  total: number
  total_due: number
  doubles: number
  doubles_due: number
}
/**
 * An edition in short. `seats` is the least and the most; `special` says what is unlike the other editions.
 *
 *     `timed` is the variant that ends at an agreed time by the book; without one, `ending.minutes` is a house rule.
 *     `claims`: rents must be claimed.
 *     `theme` names the drawings of its board; a skin may have others.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EditionListed".
 */
export interface EditionListed {
  id: string
  title: string
  version: number
  language: string
  /**
   * @minItems 2
   * @maxItems 2
   */
  seats: [number, number]
  variants: Play[]
  skins: Play[]
  summary: string
  summary_en: string
  special: string
  special_en: string
  timed?: string | null
  claims?: boolean
  theme?: 'castis' | 'clasico' | 'europolis' | 'expopolis' | 'lima' | 'monopoli-server' | 'plain'
}
/**
 * A variant or a skin of an edition.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Play".
 */
export interface Play {
  id: string
  name: string
  name_en: string
  about_en?: string
  seats?: [number, number] | null
  theme?: ('castis' | 'clasico' | 'europolis' | 'expopolis' | 'lima' | 'monopoli-server' | 'plain') | null
}
/**
 * A bot's choice, the options it considered (its choice first), and how it came to it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Explanation".
 */
export interface Explanation {
  bot: string
  choice:
    | Roll
    | EndTurn
    | PayFine
    | UseCard
    | Wait
    | BuyDeed
    | RefuseDeed
    | Bid
    | Pass
    | AcceptOffer
    | DeclineOffer
    | ClaimRent
    | FollowCard
    | DrawInstead
    | PayTax
    | SellBuildings
    | Build
    | Mortgage
    | LiftMortgage
    | ProposeDeal
    | AcceptDeal
    | RefuseDeal
    | CounterDeal
    | WithdrawDeal
    | OfferProperty
    | NameValue
    | RefuseProperty
    | AcceptValue
    | WithdrawProperty
    | AuctionProperty
    | DeclareBankruptcy
    | KeepMortgage
    | RequestAuction
    | WaiveAuction
    | AskBuildings
    | PlaceBuilding
    | Concede
    | Acknowledge
    | TimeUp
  options: Considered[]
  note?: Reason | null
}
/**
 * What everybody was worth from an entry on.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Fortune".
 */
export interface Fortune {
  number: number
  worth: number[]
}
/**
 * Wealth as timed endings count it: each entry at which it changed, with the wealth of each seat.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Fortunes".
 */
export interface Fortunes {
  fortunes: Fortune[]
}
/**
 * How the server is.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Health".
 */
export interface Health {
  status: string
}
/**
 * A decision of a seat with more than one option, best first.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "JudgedDecision".
 */
export interface JudgedDecision {
  move: number
  seat: number
  kind: 'auction' | 'deal' | 'debt' | 'jail' | 'managing' | 'purchase'
  action:
    | Roll
    | EndTurn
    | PayFine
    | UseCard
    | Wait
    | BuyDeed
    | RefuseDeed
    | Bid
    | Pass
    | AcceptOffer
    | DeclineOffer
    | ClaimRent
    | FollowCard
    | DrawInstead
    | PayTax
    | SellBuildings
    | Build
    | Mortgage
    | LiftMortgage
    | ProposeDeal
    | AcceptDeal
    | RefuseDeal
    | CounterDeal
    | WithdrawDeal
    | OfferProperty
    | NameValue
    | RefuseProperty
    | AcceptValue
    | WithdrawProperty
    | AuctionProperty
    | DeclareBankruptcy
    | KeepMortgage
    | RequestAuction
    | WaiveAuction
    | AskBuildings
    | PlaceBuilding
    | Concede
    | Acknowledge
    | TimeUp
  before: number[]
  chosen: number[]
  cost: number
  mark: 'best' | 'blunder' | 'fine' | 'slip'
  options: OptionValue[]
  deed?: number | null
  amount?: number | null
  terms?: Terms | null
  completes?: {
    [k: string]: number
  }
  played_out?: PlayedOut | null
  sentences?: ReviewSentence[]
}
/**
 * An option and the chances it leaves.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OptionValue".
 */
export interface OptionValue {
  action:
    | Roll
    | EndTurn
    | PayFine
    | UseCard
    | Wait
    | BuyDeed
    | RefuseDeed
    | Bid
    | Pass
    | AcceptOffer
    | DeclineOffer
    | ClaimRent
    | FollowCard
    | DrawInstead
    | PayTax
    | SellBuildings
    | Build
    | Mortgage
    | LiftMortgage
    | ProposeDeal
    | AcceptDeal
    | RefuseDeal
    | CounterDeal
    | WithdrawDeal
    | OfferProperty
    | NameValue
    | RefuseProperty
    | AcceptValue
    | WithdrawProperty
    | AuctionProperty
    | DeclareBankruptcy
    | KeepMortgage
    | RequestAuction
    | WaiveAuction
    | AskBuildings
    | PlaceBuilding
    | Concede
    | Acknowledge
    | TimeUp
  chances: number[]
}
/**
 * What playing both out says: how often the chosen one wins, how much more the better; its 99 % interval.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayedOut".
 */
export interface PlayedOut {
  trials: number
  won: number
  more: number
  low: number
  high: number
}
/**
 * The key of a sentence under [review.say], and its figures. `did`, `change` and `better` are said, too.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReviewSentence".
 */
export interface ReviewSentence {
  key: string
  facts: {
    [k: string]: number
  }
}
/**
 * A number and what it is, so that it can be put into words: an amount, or the number of a deed, a space, a group,
 *     a seat.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LessonFigure".
 */
export interface LessonFigure {
  kind: 'count' | 'deed' | 'group' | 'money' | 'seat' | 'space'
  value: number
}
/**
 * A lesson of an edition. `words` names its texts, `clause` what the book says about it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LessonListed".
 */
export interface LessonListed {
  lesson: string
  words: string
  clause: string
  steps: number
}
/**
 * Everything done in a lesson so far, in order; what the lesson did not ask for is left out.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LessonMoves".
 */
export interface LessonMoves {
  moves?: (
    | Roll
    | EndTurn
    | PayFine
    | UseCard
    | Wait
    | BuyDeed
    | RefuseDeed
    | Bid
    | Pass
    | AcceptOffer
    | DeclineOffer
    | ClaimRent
    | FollowCard
    | DrawInstead
    | PayTax
    | SellBuildings
    | Build
    | Mortgage
    | LiftMortgage
    | ProposeDeal
    | AcceptDeal
    | RefuseDeal
    | CounterDeal
    | WithdrawDeal
    | OfferProperty
    | NameValue
    | RefuseProperty
    | AcceptValue
    | WithdrawProperty
    | AuctionProperty
    | DeclareBankruptcy
    | KeepMortgage
    | RequestAuction
    | WaiveAuction
    | AskBuildings
    | PlaceBuilding
    | Concede
    | Acknowledge
    | TimeUp
  )[]
  name?: string
}
/**
 * A lesson after these moves.
 *
 *     `step` is the task now, by the name of its texts; None when all `steps` are done. `told` is what the last move
 *     caused, or, before any, what the others did first: `before` is how the table looked before that. Where the rules
 *     allow the last move and the lesson did not ask for it, `asked` is false and nothing has happened. `solution` is what
 *     could be done now, `text` the position at the start of the lesson.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LessonState".
 */
export interface LessonState {
  lesson: string
  words: string
  clause: string
  text: string
  lit: number[]
  step: string | null
  done: number
  steps: number
  asked: boolean
  solution:
    | (
        | Roll
        | EndTurn
        | PayFine
        | UseCard
        | Wait
        | BuyDeed
        | RefuseDeed
        | Bid
        | Pass
        | AcceptOffer
        | DeclineOffer
        | ClaimRent
        | FollowCard
        | DrawInstead
        | PayTax
        | SellBuildings
        | Build
        | Mortgage
        | LiftMortgage
        | ProposeDeal
        | AcceptDeal
        | RefuseDeal
        | CounterDeal
        | WithdrawDeal
        | OfferProperty
        | NameValue
        | RefuseProperty
        | AcceptValue
        | WithdrawProperty
        | AuctionProperty
        | DeclareBankruptcy
        | KeepMortgage
        | RequestAuction
        | WaiveAuction
        | AskBuildings
        | PlaceBuilding
        | Concede
        | Acknowledge
        | TimeUp
      )
    | null
  figures: {
    [k: string]: LessonFigure
  }
  table: TableState
  before: View
  view: View
  mine: Mine[]
  told: Told[]
}
/**
 * A bot that can be put on a seat.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LevelListed".
 */
export interface LevelListed {
  level: string
  about: string
}
/**
 * A table in a list. `options` is how many rules differ from the book; times are milliseconds since 1970.
 *
 *     `awaits` is in the list of my games only: play waits for me there.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Listed".
 */
export interface Listed {
  id: string
  status: string
  edition: string
  variant: string | null
  skin: string | null
  options: number
  seats: ListedSeat[]
  turns: number
  created: number
  at: number
  awaits?: Awaits | null
}
/**
 * A seat as lists show it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ListedSeat".
 */
export interface ListedSeat {
  name?: string | null
  bot?: boolean
  here?: boolean
}
/**
 * Tables, the newest first. `before` asks for the next page; null if there is none.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Listing".
 */
export interface Listing {
  tables: Listed[]
  before: string | null
}
/**
 * Entries of a table's log, in order, without views; `number` is the last there is.
 *
 *     If the last of `told` has a smaller number, ask again with `after` set to that.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Log".
 */
export interface Log {
  table: string
  number: number
  told: Told[]
}
/**
 * Which entries: at most `limit`, after number `after`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LogQuery".
 */
export interface LogQuery {
  after?: number
  limit?: number
}
/**
 * A table that was made, and the link by which others find it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Made".
 */
export interface Made {
  table: string
  link: string
}
/**
 * A person as the server knows them. `kind` is guest or bot.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Me".
 */
export interface Me {
  id: string
  name: string
  kind: string
}
/**
 * An exchange of two seats: who gets which deed, what cash changes by, and the chances before and after.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MissedDeal".
 */
export interface MissedDeal {
  move: number
  seats: number[]
  deeds: {
    [k: string]: number
  }
  cash: {
    [k: string]: number
  }
  before: number[]
  after: number[]
  sentence?: ReviewSentence | null
}
/**
 * A browser that gets a notice when I am asked.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MyBrowser".
 */
export interface MyBrowser {
  endpoint: string
  language: string
}
/**
 * Which part of the list of my games: perhaps only those that are open or playing.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MyGames".
 */
export interface MyGames {
  limit?: number
  before?: string | null
  running?: boolean
}
/**
 * Something I said: when (milliseconds since 1970), and what.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MyMessage".
 */
export interface MyMessage {
  at: number
  text: string
}
/**
 * A report of mine to the operator: when, at which table, about whom, and why.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MyReport".
 */
export interface MyReport {
  at: number
  table: string
  person: string
  reason: string
  note: string
}
/**
 * A table at which I had a seat, made it, or said something. `record` is its file in the archive, if it has one.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MyTable".
 */
export interface MyTable {
  id: string
  edition: string
  status: string
  created: number
  seats: number[]
  said?: MyMessage[]
  record?: string | null
}
/**
 * A name: plain text, up to 24 letters.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Named".
 */
export interface Named {
  name: string
}
/**
 * A table to be made, with an id of your own if you like. The same id of the same person makes no second table.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  edition: string
  variant?: string | null
  skin?: string | null
  options?: {
    [k: string]: unknown
  }
  seats?: number
  handicap?: number[]
  clock?: NoClock | PerDecision | Bank
  auction?: number
  absence?: number | null
  stand_in?: string
  public?: boolean
  takeover?: boolean
  chances?: boolean
  chat?: ('everyone' | 'seats') | null
  hot_seat?: boolean | null
  id?: string | null
}
/**
 * In which language.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NoticeQuery".
 */
export interface NoticeQuery {
  language?: string
}
/**
 * What is stored about a person. `muted` are the ids of those they do not want to hear.
 *
 *     `left_out` is how many tables are not listed: only the newest are.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OwnData".
 */
export interface OwnData {
  id: string
  name: string
  kind: string
  tables: MyTable[]
  browsers: MyBrowser[]
  left_out?: number
  muted?: string[]
  reports?: MyReport[]
}
/**
 * Which part of a list: at most `limit`, from where another page's `before` says, or made earlier than a moment.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Paging".
 */
export interface Paging {
  limit?: number
  before?: string | null
}
/**
 * A person who took a name.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PersonListed".
 */
export interface PersonListed {
  id: string
  name: string
  kind: string
  created: number
  seen: number
}
/**
 * Which people: those whose name has this in it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PersonQuery".
 */
export interface PersonQuery {
  name?: string
  limit?: number
}
/**
 * A person, as the operator sees them. `reports` are the ids of reports about them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PersonShown".
 */
export interface PersonShown {
  id: string
  name: string | null
  kind: string | null
  tables: string[]
  reports: string[]
  banned: boolean
}
/**
 * The notice to players about their data: plain text with a little Markdown (headings, lists, bold, links).
 *
 *     `own` says that the operator wrote it. `days` is for how long names and words are stored; 0: until deleted.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayersNotice".
 */
export interface PlayersNotice {
  text: string
  own: boolean
  days: number
}
/**
 * The game as it was after entry `number`, as a watcher sees it; `text` is that position as one line.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Position".
 */
export interface Position {
  number: number
  view: View
  text: string
}
/**
 * The promise of a table's dice. `entropy` is known once the game has started, `secret` once it is over.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Proof".
 */
export interface Proof {
  table: string
  status: string
  commitment: string
  entropy: string[] | null
  secret: string | null
}
/**
 * The public key with which browsers subscribe to this server's notices; null where it sends none.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PushOffer".
 */
export interface PushOffer {
  key: string | null
}
/**
 * A position in which a seat decides. The best option comes first; `played` is what was done in the game.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Puzzle".
 */
export interface Puzzle {
  id: string
  position: string
  seat: number
  kind: 'auction' | 'deal' | 'debt' | 'jail' | 'managing' | 'purchase'
  options: PuzzleOption[]
  played:
    | Roll
    | EndTurn
    | PayFine
    | UseCard
    | Wait
    | BuyDeed
    | RefuseDeed
    | Bid
    | Pass
    | AcceptOffer
    | DeclineOffer
    | ClaimRent
    | FollowCard
    | DrawInstead
    | PayTax
    | SellBuildings
    | Build
    | Mortgage
    | LiftMortgage
    | ProposeDeal
    | AcceptDeal
    | RefuseDeal
    | CounterDeal
    | WithdrawDeal
    | OfferProperty
    | NameValue
    | RefuseProperty
    | AcceptValue
    | WithdrawProperty
    | AuctionProperty
    | DeclareBankruptcy
    | KeepMortgage
    | RequestAuction
    | WaiveAuction
    | AskBuildings
    | PlaceBuilding
    | Concede
    | Acknowledge
    | TimeUp
  trials: number
  deed?: number | null
  amount?: number | null
  terms?: Terms | null
}
/**
 * An option: the chance to win it led to when it was played out, and how much less than the best, with limits.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PuzzleOption".
 */
export interface PuzzleOption {
  action:
    | Roll
    | EndTurn
    | PayFine
    | UseCard
    | Wait
    | BuyDeed
    | RefuseDeed
    | Bid
    | Pass
    | AcceptOffer
    | DeclineOffer
    | ClaimRent
    | FollowCard
    | DrawInstead
    | PayTax
    | SellBuildings
    | Build
    | Mortgage
    | LiftMortgage
    | ProposeDeal
    | AcceptDeal
    | RefuseDeal
    | CounterDeal
    | WithdrawDeal
    | OfferProperty
    | NameValue
    | RefuseProperty
    | AcceptValue
    | WithdrawProperty
    | AuctionProperty
    | DeclareBankruptcy
    | KeepMortgage
    | RequestAuction
    | WaiveAuction
    | AskBuildings
    | PlaceBuilding
    | Concede
    | Acknowledge
    | TimeUp
  chance: number
  less?: number
  low?: number
  high?: number
}
/**
 * A puzzle of an edition, and what is decided in it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PuzzleListed".
 */
export interface PuzzleListed {
  puzzle: string
  kind: 'auction' | 'deal' | 'debt' | 'jail' | 'managing' | 'purchase'
}
/**
 * A puzzle with its answer, and its position as everybody sees it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PuzzleShown".
 */
export interface PuzzleShown {
  puzzle: Puzzle
  view: View
}
/**
 * The puzzles of an edition. `today` is the one of this day, by UTC; null where there are none.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Puzzles".
 */
export interface Puzzles {
  edition: string
  today: string | null
  puzzles: PuzzleListed[]
}
/**
 * A game against bots. Without `seats`, four or as near as the edition allows. `orders` are your standing orders.
 *
 *     The same `id` of the same person begins no second game.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Quick".
 */
export interface Quick {
  id?: string | null
  edition: string
  variant?: string | null
  skin?: string | null
  options?: {
    [k: string]: unknown
  }
  seats?: number | null
  level?: string
  name?: string | null
  clock?: NoClock | PerDecision | Bank
  entropy?: string
  orders?: Orders2
}
/**
 * What the server does for a seat without asking. All are off unless they were set.
 */
export interface Orders2 {
  claim_rents?: boolean
  end_turn?: boolean
  pass_auctions?: boolean
  follow_cards?: boolean
  refuse_deals?: boolean
}
/**
 * A game that has begun: your seat and its token.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "QuickMade".
 */
export interface QuickMade {
  table: string
  seat: number
  token: string
  link: string
}
/**
 * A report, with the words.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReportListed".
 */
export interface ReportListed {
  id: string
  at: number
  is_open: boolean
  table: string
  reporter: string
  person: string
  name: string
  reason: string
  note: string
  words: ReportedMessage[]
}
/**
 * Something that was said, as a report keeps it. `removed`: the host has taken it off the table.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReportedMessage".
 */
export interface ReportedMessage {
  number: number
  at: number
  person: string
  name: string
  text: string
  removed?: boolean
}
/**
 * Which reports: those that are open, or all.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReportQuery".
 */
export interface ReportQuery {
  all?: boolean
  limit?: number
}
/**
 * A report that the operator will see, by its number.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Reported".
 */
export interface Reported {
  report: string
}
/**
 * Whom you report, and why. `number` is that of the message it is about; without it, the latest are kept.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Reporting".
 */
export interface Reporting {
  person: string
  reason: 'cheating' | 'insults' | 'name' | 'other' | 'spam'
  number?: number | null
  note?: string
}
/**
 * A review. Chances are in parts of `whole`; the curve is in millionths, a row for every move, set-up first.
 *
 *     It has no names: it is stored, and players may have theirs removed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Review".
 */
export interface Review {
  edition: string
  stage: 'account' | 'checked' | 'curve'
  network: string
  curve: number[][]
  dice: DiceFigures[]
  deeds: DeedFigures[]
  version?: number
  whole?: number
  seats?: SeatAccount[]
  steps?: StepFigures[]
  decisions?: JudgedDecision[]
  moments?: number[]
  missed?: MissedDeal[]
  is_played_out?: boolean
}
/**
 * A seat's chance from the start to the result, in parts of WHOLE: the four parts add up to the result.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatAccount".
 */
export interface SeatAccount {
  seat: number
  start: number
  luck?: number
  own?: number
  others?: number
  result?: number
  luck_spread?: number
  unusual?: number
}
/**
 * A move: who made it, and the chances expected of it and after it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StepFigures".
 */
export interface StepFigures {
  seat: number
  action: string
  expected: number[]
  after: number[]
  is_luck: boolean
  deciders: number[]
}
/**
 * A review as far as it has come. `ahead` reviews are made before it; `numbers` has the entry of every move.
 *
 *     `names` are the players' present ones, by seat; "" where it was removed. `stage` is "" while it waits, then that of
 *     the review, or "failed". `is_done`: nothing more comes. `review` is left out where the asker has this stage already.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReviewState".
 */
export interface ReviewState {
  stage: string
  is_done: boolean
  ahead: number
  names: string[]
  numbers?: number[] | null
  review?: Review | null
}
/**
 * Each seat's chance to win after entry `number`, in millionths, as the value network sees it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatChances".
 */
export interface SeatChances {
  number: number
  chances: number[]
}
/**
 * A browser that wants notices: what its `PushSubscription` says, and the language of its person.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Subscribe".
 */
export interface Subscribe {
  endpoint: string
  p256dh: string
  auth: string
  language?: string
}
/**
 * How many of my browsers get notices.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Subscribed".
 */
export interface Subscribed {
  browsers: number
}
/**
 * Which tables: `limit` is the most to list, `status` selects by status.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableQuery".
 */
export interface TableQuery {
  status?: ('closed' | 'open' | 'over' | 'playing') | null
  limit?: number
}
/**
 * A table, and what was said there last; what the host has removed is among it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableShown".
 */
export interface TableShown {
  table: TableState
  said: ReportedMessage[]
}
/**
 * The moment after entry `number` of a finished game, tried again in a seat.
 *
 *     With the `same` dice all later dice and cards are those of the first game, as far as play calls for them; `fresh`
 *     dice get a new commitment, and `entropy` goes into them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TryAgain".
 */
export interface TryAgain {
  number: number
  seat: number
  dice?: 'fresh' | 'same'
  level?: string
  name?: string | null
  entropy?: string
}
/**
 * Whose ban ends.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Unbanning".
 */
export interface Unbanning {
  kind: 'address' | 'person'
  value: string
}
/**
 * A browser that wants no more notices.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Unsubscribe".
 */
export interface Unsubscribe {
  endpoint: string
}
