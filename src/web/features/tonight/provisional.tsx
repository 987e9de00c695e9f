import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Tonight } from '#contract/tonight'
import { changesBetween, type NightChanges, noChanges } from './night-lines.ts'
import './provisional.css'

/**
 * What was last heard before this has not just changed: the stored answer of an earlier visit, or a lost connection.
 */
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

/** Of the figures on the page, with the time of the answer, which tells two changes of one figure apart. */
export const ChangesContext = createContext<Pick<Seen, 'changes' | 'fetchedAt'>>({ changes: noChanges, fetchedAt: 0 })

interface FreshProps {
  readonly isNew: (changes: NightChanges) => boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A figure that glows once when it has just changed. */
export function Fresh({ isNew, className, children }: FreshProps) {
  const { changes, fetchedAt } = useContext(ChangesContext)
  const glows = isNew(changes)
  return (
    // Another element at each change: only that starts the animation again.
    <span key={glows ? fetchedAt : 0} className={[className, glows && 'glow'].filter(Boolean).join(' ') || undefined}>
      {children}
    </span>
  )
}

interface ProvisionalProps extends Omit<FreshProps, 'className'> {
  readonly tone?: 'gain' | 'loss' | null
}

/** A figure of the pool that is not official yet. */
export const Provisional = ({ tone, ...rest }: ProvisionalProps) => (
  <Fresh className={tone ? `provisional ${tone}` : 'provisional'} {...rest} />
)

/** Beside the heading of what is not official. */
export const ProvisionalMark = () => <small className="badge provisional-mark">Provisional</small>
