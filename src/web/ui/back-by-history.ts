import type { AnyRouter } from '@tanstack/react-router'
import { isMarked, MARK } from './sheet-entry.ts'

type Close = () => void

/** Where the router has counted it. */
const indexOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && '__TSR_index' in state ? state.__TSR_index : undefined

/** The last one opened at the end. */
const sheets: Close[] = []
let isTakenBack = false
let pageIndex: () => unknown = () => undefined

// Ahead of the router, which does not capture: it never notices the entries of sheets, which to it are the page that
// they lie over.
window.addEventListener(
  'popstate',
  (event) => {
    const isSamePage = indexOf(event.state) === pageIndex()
    if (!isMarked(event.state) && !isTakenBack && !(isSamePage && sheets.length > 0)) return
    event.stopImmediatePropagation()
    if (!isMarked(event.state) && !isTakenBack) sheets.pop()?.()
    isTakenBack = false
  },
  { capture: true },
)

export const watchByHistory = (router: AnyRouter | null, close: Close) => {
  sheets.push(close)
  if (router) pageIndex = () => router.history.location.state.__TSR_index
  // A question whether to leave the page comes when the browser has gone back already.
  const isOnPage = indexOf(history.state) === pageIndex()
  // Around the router, which listens to `pushState`.
  if (isOnPage && !isMarked(history.state))
    History.prototype.pushState.call(history, { ...history.state, [MARK]: 1 }, '')
  return () => {
    if (sheets.includes(close)) sheets.splice(sheets.indexOf(close), 1)
    // Where a link closed it, the page that it leads to has taken the entry by then.
    setTimeout(() => {
      if (sheets.length > 0 || !isMarked(history.state)) return
      isTakenBack = true
      history.back()
    })
  }
}
