/** Short notices at the edge of the page: they pass by themselves and are read out. */

export interface Toast {
  id: number
  text: string
  kind: 'note' | 'good' | 'bad'
}

let count = 0
export const toasts = $state<{ all: Toast[] }>({ all: [] })

/** Say something in passing. The same text twice is said once. */
export function toast(text: string, kind: Toast['kind'] = 'note', milliseconds = 5000): void {
  dismiss((one) => one.text === text)
  const id = ++count
  toasts.all = [...toasts.all.slice(-2), { id, text, kind }]
  setTimeout(() => dismiss((one) => one.id === id), milliseconds)
}

export function dismiss(which: (one: Toast) => boolean): void {
  toasts.all = toasts.all.filter((one) => !which(one))
}
