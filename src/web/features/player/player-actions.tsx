import { useState } from 'react'
import type { RosterEntry } from '#contract/roster'
import type { Player } from '#contract/stats'
import type { User } from '#contract/user'
import { Notice } from '../../ui/notice/notice.tsx'
import { LineupButton } from './lineup-button.tsx'
import { LineupHint } from './lineup-hint.tsx'
import type { Said } from './said.ts'

interface PlayerActionsProps {
  readonly player: Player
  /** None while it is not known, and for a player without a team. */
  readonly entry: RosterEntry | undefined
  readonly user: User | null | undefined
}

/** What the member may do with the player: with his own team's, as long as it has him (spec, section 6). */
export function PlayerActions({ player, entry, user }: PlayerActionsProps) {
  const [said, setSaid] = useState<Said | null>(null)
  const teamId = user?.teamId
  if (!teamId || player.team?.id !== teamId || !entry || entry.sold) return null
  return (
    <div className="player-actions">
      <div className="player-buttons">
        <LineupButton teamId={teamId} player={player} entry={entry} onSay={setSaid} />
      </div>
      {said && (
        <Notice kind={said.kind} onClose={() => setSaid(null)}>
          {said.text}
        </Notice>
      )}
      <LineupHint entry={entry} />
    </div>
  )
}
