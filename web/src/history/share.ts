/** Shares a link with the device's own dialog, or copies it to the clipboard. */
import { say } from '$lib/words.svelte'
import { toast } from '../ui/toasts.svelte'

/** Copy a link; where the browser does not let us, show it to be copied by hand. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast(say('ui.copied'), 'good')
  } catch {
    toast(link)
  }
}

/** Share a link the way the device does, or copy it. */
export async function shareLink(title: string, link: string): Promise<void> {
  if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) await navigator.share({ title, url: link }).catch(() => undefined)
  else await copyLink(link)
}
