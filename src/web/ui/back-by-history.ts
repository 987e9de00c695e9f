import type { AnyRouter } from '@tanstack/react-router'

// Of browsers without a close watcher: code that the others do not fetch.

type Close = () => void

/** In the state of the entry that a sheet adds to the history. */
const MARK = 'poolSheet'
const isMarked = (state: unknown): boolean => typeof state === 'object' && state !== null && MARK in state
/** Where the router has counted it. */
const indexOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && '__TSR_index' in state ? state.__TSR_index : undefined

/** The last one opened at the end. */
const sheets: Close[] = []
let isTakenBack = false

/**
 * Called before there is a router, whose own listener would come first: it never notices
 * the entries of sheets, which to it are the page that they lie over.
 */
export function listenAheadOf(routerOf: () => AnyRouter): void {
  const { pushState, replaceState } = History.prototype
  // A link in a sheet leads on from the page under it.
  history.pushState = (...entry) => (isMarked(history.state) ? replaceState : pushState).apply(history, entry)
  window.addEventListener('popstate', (event) => {
    const isSamePage = indexOf(event.state) === routerOf().history.location.state.__TSR_index
    if (!isMarked(event.state) && !isTakenBack && !(isSamePage && sheets.length > 0)) return
    event.stopImmediatePropagation()
    if (!isMarked(event.state) && !isTakenBack) sheets.pop()?.()
    isTakenBack = false
  })
}

export const watchByHistory = (router: AnyRouter | null, close: Close) => {
  sheets.push(close)
  // A question whether to leave the page is asked when the browser has gone back already.
  const isOnPage = indexOf(history.state) === router?.history.location.state.__TSR_index
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
