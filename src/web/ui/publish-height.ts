/**
 * Publishes the height of what stays at the bottom of the window, so that all else keeps clear of it: a ref for its
 * element. `--pool-lines`: the status lines; `--pool-floating`: what a screen has above them.
 */
export const publishHeight = (name: '--pool-lines' | '--pool-floating') => (element: HTMLElement | null) => {
  if (!element || typeof ResizeObserver === 'undefined') return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`))
  observer.observe(element, { box: 'border-box' })
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}
