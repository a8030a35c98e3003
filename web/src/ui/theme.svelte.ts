/** Light, dark, or as the device has it: kept by the browser, set before anything is drawn. */

import { storage } from '$lib/storage'

export const THEMES = ['auto', 'light', 'dark'] as const
export type ThemeName = (typeof THEMES)[number]

class Theme {
  name = $state<ThemeName>('auto')

  constructor() {
    const kept = storage.get('theme')
    this.set(THEMES.find((one) => one === kept) ?? 'auto')
  }

  set(name: ThemeName): void {
    this.name = name
    storage.set('theme', name)
    if (name === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = name
  }
}

export const theme = new Theme()
