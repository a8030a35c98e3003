/** Which small drawing stands on a space. */
import type { Edition } from '$lib/edition'
import { CASTIS } from './drawings/castis'
import { CLASICO } from './drawings/clasico'
import { EUROPOLIS } from './drawings/europolis'
import { EXPOPOLIS } from './drawings/expopolis'
import { MONOPOLI_SERVER } from './drawings/monopoliServer'
import { PLAIN } from './drawings/plain'
import type { Drawing } from './drawings/shapes'
import type { BoardTheme } from '$lib/boardThemes'

const DRAWINGS: Record<BoardTheme, Record<string, Drawing>> = {
  expopolis: EXPOPOLIS,
  'monopoli-server': MONOPOLI_SERVER,
  europolis: EUROPOLIS,
  clasico: CLASICO,
  lima: CLASICO,
  castis: CASTIS,
  plain: PLAIN,
}

/** The drawing of a space: the look's own, else the plain one. Building lots have none. */
export function pictureOf(edition: Edition, boardTheme: BoardTheme, number: number): Drawing | null {
  const space = edition.file.spaces[number]
  if (!space) return null
  const find = (...names: string[]): Drawing | null => {
    for (const drawings of [DRAWINGS[boardTheme], PLAIN]) {
      for (const name of names) if (drawings[name]) return drawings[name]
    }
    return null
  }
  if (space.kind === 'card') return find(`deck${Object.keys(edition.file.decks).indexOf(space.deck) % 2}`)
  if (space.kind !== 'deed') return find(space.kind)
  const deed = edition.deedAt(number)
  const kind = deed ? edition.groups[deed.group]?.kind : undefined
  if (!deed || kind === undefined || kind === 'lots') return null
  const place = edition.deedsOf(deed.group).indexOf(deed)
  return find(`${kind}${place}`, kind, `${kind}2`)
}
