import { useQuery } from '@tanstack/react-query'
import type { RosterEntry, RosterItem } from '#contract/roster'
import { leagueOfSettings } from '#rules/league'
import { dressableAt } from '#rules/lineup'
import { leagueSettings } from '../../data/league.ts'
import { teamPlayers } from '../../data/roster.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { useNow } from '../../ui/use-now.ts'
import { loneMove } from '../lineup/lineup-moves.ts'
import { LineupQuestion } from '../lineup/lineup-question.tsx'
import { type Feedback, useLineupChange } from '../lineup/use-lineup-change.ts'
import { useLineupMoves } from '../lineup/use-lineup-moves.ts'

export type { Feedback }

interface LineupButtonProps {
  readonly teamId: number
  readonly player: RosterItem['player']
  readonly entry: RosterEntry
  readonly onFeedback: (feedback: Feedback | null) => void
}

export function LineupButton({ teamId, player, entry, onFeedback }: LineupButtonProps) {
  const { data: items } = useQuery(teamPlayers(teamId, true))
  const { now, league, inOneCall, moves } = useLineupMoves(items)
  const changing = useLineupChange(teamId, inOneCall, onFeedback)
  usePreparedConfirm()
  const alone = loneMove({ player, rosterEntry: entry }, now, league)
  const listed = moves.get(player.id)
  // The entry is the player's own; the list may be older.
  const move = listed?.to === alone.to ? listed : alone
  return (
    <>
      <button
        className="button"
        type="button"
        aria-busy={changing.isBusyWith(player.id)}
        aria-disabled={move.off !== null}
        onClick={() => changing.press(move)}
      >
        {move.to === 'scratched' ? 'Scratch' : 'Dress'}
      </button>
      <LineupQuestion changing={changing} moves={moves} />
    </>
  )
}

/** What a lineup change entails, shown before the button is pressed; empty while the league's rules are not known. */
export function LineupHint({ entry }: { readonly entry: RosterEntry }) {
  const { data: settings } = useQuery(leagueSettings())
  const now = useNow().getTime()
  const league = settings ? leagueOfSettings(settings) : null
  if (!league) return null
  const scratchedAt = entry.scratchedAt ? Date.parse(entry.scratchedAt) : null
  const at = dressableAt({ scratched: true, scratchedAt: entry.scratched ? scratchedAt : now }, now, league)
  if (at <= now) return null
  const time = instantText(new Date(at).toISOString())
  return (
    <p className="player-hint">
      {entry.scratched ? `Can be dressed from ${time}.` : `Scratch now and this player sits until ${time}.`}
    </p>
  )
}
