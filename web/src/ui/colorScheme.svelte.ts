/** The colour scheme: light, dark or as the device has it. Stored by the browser and set before the first paint. */

import { storage } from '$lib/storage'

export const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const
const PAPER = { light: '#f5eddc', dark: '#171410' } // --paper of app.css
export type ThemeName = (typeof COLOR_SCHEMES)[number]

class ColorScheme {
  name = $state<ThemeName>('auto')

  constructor() {
    const kept = storage.get('theme')
    this.set(COLOR_SCHEMES.find((one) => one === kept) ?? 'auto')
  }

  set(name: ThemeName): void {
    this.name = name
    storage.set('theme', name)
    if (name === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = name
    this.#paintBars()
  }

  /** The bars of the browser, or of the installed page, are of the same paper. */
  #paintBars(): void {
    for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const own = bar.media.includes('dark') ? 'dark' : 'light'
      bar.content = PAPER[this.name === 'auto' ? own : this.name]
    }
  }
}

export const colorScheme = new ColorScheme()
