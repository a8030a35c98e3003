/** Keys that press buttons: one place decides when a key is meant for the page and when for something else. */

/** The keys of a table. Buttons take theirs from here, and so does the list of all keys. */
export const KEY = {
  first: ' ',
  second: 'r',
  no: 'n',
  other: 'k',
  fine: 'f',
  claim: 'c',
  manage: 'm',
  deals: 't',
  skip: 's',
  /** Before the game: sit down, begin. */
  start: 's',
  help: '?',
} as const

/** The keys of a replay. */
export const REPLAY_KEY = { back: 'ArrowLeft', on: 'ArrowRight', turnBack: 'PageUp', turnOn: 'PageDown', begin: 'Home', end: 'End', play: ' ', faster: '+', slower: '-' } as const

/** The name of a key as people write it. */
export function keyName(key: string): string {
  const names: Record<string, string> = { Enter: '↵', ' ': '␣', Escape: 'Esc', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }
  return names[key] ?? key.toUpperCase()
}

/** Whether somebody is writing, so that letters are letters. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

/** Whether this key press means the page: nobody writes, no modifier, and no dialog lies open. */
export function meansPage(event: KeyboardEvent, key: string): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false
  return event.key === key && !isWriting(event.target) && !document.querySelector('dialog:modal')
}

/** Whether this key press means this button: nobody writes, no modifier, and no dialog lies above it. */
export function meansButton(event: KeyboardEvent, key: string, button: HTMLElement): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key.toLowerCase() !== key.toLowerCase() || isWriting(event.target)) return false
  const presses = event.key === 'Enter' || event.key === ' '
  if (presses && event.target instanceof Element && event.target.closest('button, a, summary, input, [role="tab"]')) return false
  const above = [...document.querySelectorAll('dialog:modal')].at(-1)
  return !above || above.contains(button)
}
