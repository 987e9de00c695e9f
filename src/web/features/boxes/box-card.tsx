import type { ReactNode } from 'react'

/** Closed: filled by the own team. Active: the own turn. */
export type BoxState = 'active' | 'waiting' | 'closed'

const words: Record<BoxState, string> = { active: 'Your pick', waiting: 'Waiting', closed: 'Filled' }

interface BoxCardProps {
  readonly name: string
  /** Told by the colour of the header and by a word; none where boxes have no turn. */
  readonly state?: BoxState
  readonly children: ReactNode
}

export const BoxCard = ({ name, state, children }: BoxCardProps) => (
  <article className="box" aria-label={`Box ${name}`}>
    <header className={state ? `box-head ${state}` : 'box-head'}>
      <h3>{name}</h3>
      {state && <span className="box-state">{words[state]}</span>}
    </header>
    {children}
  </article>
)
