import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

type Close = () => void

declare global {
  interface Window {
    /** Android's way back, where the browser hands it on (Chrome from 126 on). */
    CloseWatcher?: new () => { onclose: Close | null; destroy(): void }
  }
}

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
 * Where there is no close watcher. Called before there is a router, whose own listener would come first: it never notices
 * the entries of sheets, which to it are the page that they lie over.
 */
export function listenAheadOf(routerOf: () => AnyRouter): void {
  if (window.CloseWatcher) return
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

const watchByHistory = (router: AnyRouter | null, close: Close) => {
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

/** While open, the phone's way back closes a sheet or a dialog, and leaves the page under it. */
export function useBackCloses(isOpen: boolean, close: Close) {
  // None around a dialog that is rendered alone.
  const router: AnyRouter | null = useRouter({ warn: false })
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const closeThis = () => onClose()
    const { CloseWatcher } = window
    if (!CloseWatcher) return watchByHistory(router, closeThis)
    const watcher = new CloseWatcher()
    watcher.onclose = closeThis
    return () => watcher.destroy()
  }, [isOpen, router])
}
