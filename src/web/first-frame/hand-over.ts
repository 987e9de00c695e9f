export const FIRST_FRAME_ID = 'first-frame'

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent

/** What a button of the first frame does is the app's work: the last one pressed is noted until then, by its name. */
export const notePresses = (frame: HTMLElement): void =>
  frame.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) frame.dataset.pressed = nameOf(button)
  })

/**
 * The app calls this at its first commit, before the paint: nothing visibly moves, the keyboard's focus stays where it
 * is, and a button that was pressed in the first frame is pressed in the app.
 */
export const removeFirstFrame = (): void => {
  const frame = document.getElementById(FIRST_FRAME_ID)
  if (!frame) return
  const { pressed } = frame.dataset
  const focused = document.activeElement
  const drawn = [...document.querySelectorAll<HTMLElement>('#root :is(a, button)')]
  if (focused && frame.contains(focused)) {
    // A link has namesakes in the menu and on the page: class and order tell them apart.
    const isSame = (each: Element) => nameOf(each) === nameOf(focused) && each.className === focused.className
    const place = [...frame.querySelectorAll('a, button')].filter(isSame).indexOf(focused)
    drawn.filter(isSame)[place]?.focus({ preventScroll: true })
  }
  frame.remove()
  if (pressed !== undefined) drawn.find((each) => each.matches('button') && nameOf(each) === pressed)?.click()
}

const AGAIN_MS = 3_000

/**
 * Loads the app's code. Where the connection goes after the page has come, what is drawn stays, and the app follows
 * when there is one again.
 */
export const loadApp = (app: string, before: unknown = null): Promise<unknown> =>
  import(/* @vite-ignore */ app).catch((error: unknown) => {
    // An error of the module's own is the same each time.
    if (error === before) throw error
    setTimeout(loadApp, AGAIN_MS, app, error)
  })
