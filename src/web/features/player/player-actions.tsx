import { useState } from 'react'
import type { RosterEntry } from '#contract/roster'
import type { Player } from '#contract/stats'
import type { User } from '#contract/user'
import { seenPlayer } from '../../data/cart.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { type Feedback, LineupButton, LineupHint } from './lineup-button.tsx'
import { TradeButton } from './trade-button.tsx'

interface PlayerActionsProps {
  readonly player: Player
  /** None while it is not known, and for a player without a team. */
  readonly entry: RosterEntry | undefined
  readonly user: User | null | undefined
}

/** What the member may do: buy a free agent; scratch, dress and sell their own players, unless sold (spec, section 6). */
export function PlayerActions({ player, entry, user }: PlayerActionsProps) {
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const teamId = user?.teamId
  if (!teamId) return null
  if (!player.team) {
    return (
      <div className="player-actions">
        <TradeButton teamId={teamId} player={seenPlayer(player, player.buyPrice)} action="BUY" />
      </div>
    )
  }
  if (player.team.id !== teamId || !entry || entry.sold) return null
  return (
    <div className="player-actions">
      <LineupButton teamId={teamId} player={player} entry={entry} onFeedback={setFeedback} />
      <TradeButton teamId={teamId} player={seenPlayer(player, entry.sellPrice)} action="SELL" />
      {feedback && (
        <Notice kind={feedback.kind} onClose={() => setFeedback(null)}>
          {feedback.text}
        </Notice>
      )}
      <LineupHint entry={entry} />
    </div>
  )
}
