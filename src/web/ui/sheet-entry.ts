// The entry that an open sheet adds to the history of a browser without a close watcher.

/** In the entry's state. */
export const MARK = 'poolSheet'
export const isMarked = (state: unknown): boolean => typeof state === 'object' && state !== null && MARK in state

/** A link in a sheet leads on from the page under it. Called before there is a router, which keeps what it finds. */
export function leadOnFromSheets(): void {
  const { pushState, replaceState } = History.prototype
  history.pushState = (...entry) => (isMarked(history.state) ? replaceState : pushState).apply(history, entry)
}
