/** My data: the dialog, which opens from every page, downloading everything, and deleting it. */
import { ApiError, ask } from '$lib/api'
import type { DataDeleted, Refused } from '$lib/protocol'
import { storage } from '$lib/storage'

/** What this browser keeps: how pages look and sound says nothing about anybody. */
const KEPT = ['language', 'theme', 'sound', 'fonts']
const MARK = 'forgotten'
const FILE = 'magnate-my-data.zip'

class MyData {
  /** Whether the dialog is open; undefined until it is asked for. */
  open = $state<boolean>()

  show = (): void => {
    this.open = true
  }
}

export const myData = new MyData()

/** Another page of this browser had everything deleted: this one begins anew, too. */
export function followDeletion(): () => void {
  const heed = ({ key }: StorageEvent): void => {
    if (key === MARK) location.assign('/')
  }
  addEventListener('storage', heed)
  return () => removeEventListener('storage', heed)
}

/** Have everything of mine as a file. */
export async function download(): Promise<void> {
  const answer = await fetch('/api/me/export', { credentials: 'same-origin' })
  if (!answer.ok) {
    const refused = (await answer.json().catch(() => null)) as Refused | null
    throw new ApiError(refused?.error ?? 'failed', refused?.message ?? answer.statusText, answer.status)
  }
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = FILE
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Delete everything: on the server, then in this browser, which begins as a new guest. */
export async function deleteEverything(): Promise<DataDeleted> {
  const { unsubscribe } = await import('$lib/push')
  await unsubscribe().catch(() => undefined) // the server forgets the browser anyway
  const deleted = await ask<DataDeleted>('/api/me', { method: 'DELETE' })
  storage.clear(KEPT)
  storage.set(MARK, String(Date.now()))
  return deleted
}
