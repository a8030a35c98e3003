/** Makes a scrollable part reachable by keyboard while it scrolls. */
export function reachable(part: HTMLElement): () => void {
  const look = (): void => {
    if (part.scrollHeight > part.clientHeight) part.tabIndex = 0
    else part.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look)
  const watch = (): void => [part, ...part.children].forEach((one) => sizes.observe(one))
  const children = new MutationObserver(watch)
  children.observe(part, { childList: true })
  watch()
  return () => {
    sizes.disconnect()
    children.disconnect()
  }
}
