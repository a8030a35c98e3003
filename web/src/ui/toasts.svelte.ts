/** Short notices at the edge of the page: they pass by themselves and are read out. */

/** A text, or how to say it: in whichever language is read then. */
type Text = string | (() => string)

export interface Toast {
  id: number
  text: Text
  kind: 'note' | 'good' | 'bad'
}

let count = 0
export const toasts = $state<{ all: Toast[] }>({ all: [] })

export const saidBy = (text: Text): string => (typeof text === 'string' ? text : text())

/** Say something in passing. The same text twice is said once. */
export function toast(text: Text, kind: Toast['kind'] = 'note', milliseconds = 5000): void {
  dismiss((one) => saidBy(one.text) === saidBy(text))
  const id = ++count
  toasts.all = [...toasts.all.slice(-2), { id, text, kind }]
  setTimeout(() => dismiss((one) => one.id === id), milliseconds)
}

export function dismiss(which: (one: Toast) => boolean): void {
  toasts.all = toasts.all.filter((one) => !which(one))
}
