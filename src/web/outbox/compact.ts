import { isUntouched, type OutboxRow } from './row.ts'

/** The rows of one player kept so far; an `add` on top of a `remove` is known to have nothing below it. */
type Kept = OutboxRow[]

const add = (kept: Kept, row: OutboxRow, dropped: OutboxRow[]): void => {
  const top = kept.at(-1)
  const same = top?.change.kind === 'add' && row.change.kind === 'add' && top.change.action === row.change.action
  if (same) dropped.push(row)
  else kept.push(row)
}

const remove = (kept: Kept, row: OutboxRow, dropped: OutboxRow[]): void => {
  let wasOut = false
  for (let top = kept.at(-1); top?.change.kind === 'add'; top = kept.at(-1)) {
    wasOut = top.change.wasOut
    dropped.push(top)
    kept.pop()
  }
  // What is left on top is a removal.
  if (wasOut || kept.length > 0) dropped.push(row)
  else kept.push(row)
}

/**
 * The rows of one lane that need not be sent: everything before an empty, the same addition twice, and an addition with
 * the removal behind it. The removal itself is sent where the player may have been in the cart before. A row that was
 * sent is left alone: the server may have acted on it.
 */
export const cancelled = (lane: readonly OutboxRow[]): readonly OutboxRow[] => {
  const untouched = lane.filter(isUntouched)
  const lastEmpty = untouched.findLastIndex(({ change }) => change.kind === 'empty')
  const dropped = untouched.slice(0, Math.max(0, lastEmpty))
  const players = new Map<number, Kept>()
  for (const row of untouched.slice(Math.max(0, lastEmpty))) {
    const { change } = row
    if (change.kind === 'empty') continue
    const kept = players.get(change.player.playerId) ?? []
    players.set(change.player.playerId, kept)
    if (change.kind === 'add') add(kept, row, dropped)
    else remove(kept, row, dropped)
  }
  return dropped
}
