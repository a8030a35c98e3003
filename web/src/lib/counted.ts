/** The entries of a log that count: a move that was taken back, and those after it, do not. */
import type { Told } from './protocol'

export function counted(told: readonly Told[]): readonly Told[] {
  if (!told.some(({ entry }) => entry.type === 'TakenBack')) return told
  let found: Told[] = []
  for (const one of told) {
    const { entry } = one
    if (entry.type === 'TakenBack') found = found.filter((earlier) => earlier.number < entry.number || earlier.entry.type !== 'Played')
    found.push(one)
  }
  return found
}
