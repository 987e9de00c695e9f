type PublishedHeight =
  /** The status lines, at the bottom of the window. */
  | '--pool-lines'
  /** What a screen has above them. */
  | '--pool-floating'
  /** The draft board's header, and the row of boxes that stays below it. */
  | '--pool-draft-head'
  | '--pool-board-bar'

/**
 * Publishes the height of what stays at an edge of the window, which all else keeps clear of: a ref for its element.
 */
export const publishHeight = (name: PublishedHeight) => (element: HTMLElement | null) => {
  if (!element || typeof ResizeObserver === 'undefined') return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`))
  observer.observe(element, { box: 'border-box' })
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}

/**
 * For what has got the focus by a key: the browser leaves it where it is half in sight, or under something that stays
 * in place. A pressed button must not move.
 */
export function bringIntoSight(target: EventTarget | null): void {
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
