let seen: number | undefined

// Read from the layout that has been made: on a phone the question alone makes a new one.
if (typeof ResizeObserver !== 'undefined') {
  new ResizeObserver((entries) => {
    for (const { contentRect } of entries) seen = contentRect.width
  }).observe(document.documentElement)
}

/** The width of the window, px, to choose what a first frame draws: free, and at most a frame old. */
export const windowWidth = (): number => seen ?? window.innerWidth
