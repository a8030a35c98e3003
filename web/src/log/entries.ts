/** Log entries about the table itself in words: who sat down, who left, whose clock is paused. */
import { called } from '$lib/called'
import { say, several } from '$lib/words.svelte'
import { levelName } from '$lib/texts'
import type { EntryLine, TableEntry } from './lines'
import type { Names } from './names'
import { narrate } from './narrate'

/** The key of the sentence that tells an entry. */
function sentenceOf(entry: TableEntry, hasWho: boolean, takesOver: boolean): string {
  switch (entry.type) {
    case 'Sat':
      return entry.level ? (takesOver ? 'BotLevel' : 'SatBot') : takesOver ? 'TookOver' : 'Sat'
    case 'StoodIn':
      return entry.asked ? 'StoodInAsked' : 'StoodIn'
    case 'Stood':
      return entry.by_host ? 'StoodByHost' : 'Stood'
    case 'HostChanged':
      return hasWho ? 'HostChanged' : 'HostChangedUnknown'
    case 'ChatSet':
      return entry.chat === 'seats' ? 'ChatSetSeats' : 'ChatSetEveryone'
    case 'Silenced':
      return entry.silenced === false ? 'Unsilenced' : 'Silenced'
    case 'KeptOut':
      return { host: 'KeptOutHost', vote: 'KeptOutVote', admin: 'KeptOutAdmin' }[entry.by ?? 'host']
    case 'RemovalAnswered':
      return entry.agree ? 'RemovalAgreed' : 'RemovalRefused'
    case 'RemovalEnded':
      return { refused: 'RemovalEndedRefused', withdrawn: 'RemovalEndedWithdrawn', lapsed: 'RemovalEndedLapsed' }[entry.why]
    case 'Called':
      return entry.times > 1 ? 'CalledTwice' : 'CalledOnce'
    case 'Closed':
      return { host: 'ClosedHost', admin: 'ClosedAdmin', record: 'ClosedRecord' }[entry.why]
    default:
      return entry.type
  }
}

/** A player as the line calls them, or by the number of the seat if the name was deleted. */
const player = (name: string, seat: number | null | undefined): string => (name || typeof seat !== 'number' ? name : called(name, seat))

/** An entry in a sentence; nothing for one we do not know. */
export function tellEntry({ entry, who: name, other: second, undone }: EntryLine, names: Names): string {
  const who = player(name, 'seat' in entry ? entry.seat : null)
  const other = player(second, entry.type === 'Granted' ? entry.to : entry.type === 'WaitAgreed' ? entry.absent : null)
  const time = entry.type === 'Granted' ? duration(entry.seconds) : entry.type === 'Graced' ? duration(Math.ceil(entry.milliseconds / 1000)) : ''
  const text = say(`talk.entry.${sentenceOf(entry, who !== '', other !== '')}`, { seat: who, other, time, level: entry.type === 'Sat' && entry.level ? levelName(entry.level) : '', what: undone?.[0] ? narrate(undone[0], names) : '' })
  return text.startsWith('⟨') ? '' : text
}

/** So many seconds, as people say it. */
export function duration(seconds: number): string {
  const [unit, n] = seconds >= 3600 ? (['hour', seconds / 3600] as const) : seconds >= 120 ? (['minute', seconds / 60] as const) : (['second', seconds] as const)
  return several(`talk.${unit}`, Math.round(n))
}
