import './provisional.css'
import { type ReactNode, useContext } from 'react'
import type { NightChanges } from './night-changes.ts'
import { ChangesContext } from './use-night-changes.ts'

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
export const ProvisionalMark = () => <small className="provisional-mark">Provisional</small>
