import './live-note.css'
import type { ReactNode } from 'react'
import type { GameTonight } from '#contract/tonight'
import { isOn } from './night-words.ts'

interface LiveNoteProps {
  readonly game: GameTonight
  readonly className: string
  readonly children: ReactNode
}

/** Of a player's game, on other pages than Tonight; with a red dot while it is on. */
export const LiveNote = ({ game, className, children }: LiveNoteProps) => (
  <small className={isOn(game) ? `${className} live-note live-dot` : className}>{children}</small>
)
