import { createContext, useState } from 'react'
import type { Tonight } from '#contract/tonight'
import { changesBetween, type NightChanges, noChanges } from './night-changes.ts'

/** What was last heard before this has not just changed: the stored answer of an earlier visit, or a lost connection. */
const JUST_MS = 90_000

interface Seen {
  readonly night: Tonight
  readonly fetchedAt: number
  readonly changes: NightChanges
}

/** What the newest answer has changed; nothing after one that is older than a few polls. */
export function useNightChanges(night: Tonight, fetchedAt: number, ownTeamId: number | null | undefined): Seen {
  const [seen, setSeen] = useState<Seen>({ night, fetchedAt, changes: noChanges })
  if (fetchedAt === seen.fetchedAt) return seen
  const isNext = fetchedAt - seen.fetchedAt <= JUST_MS
  const changes = isNext ? changesBetween(seen.night, night, ownTeamId) : noChanges
  const next = { night, fetchedAt, changes }
  setSeen(next)
  return next
}

/** Of the figures on the page, with the time of the answer, by which two changes of one figure are told apart. */
export const ChangesContext = createContext<Pick<Seen, 'changes' | 'fetchedAt'>>({ changes: noChanges, fetchedAt: 0 })
