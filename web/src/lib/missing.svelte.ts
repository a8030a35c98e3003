/** Whether a part of the page could not be loaded: `Toasts` says so and offers to reload. */
export const missing = $state({ part: false })
