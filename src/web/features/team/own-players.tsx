import { useEffect, useMemo, useRef, useState } from 'react'
import type { RosterItem } from '#contract/roster'
import type { ClubSchedule } from '#contract/tonight'
import { afterPaint } from '../../paint/after-paint.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { Floating } from '../../ui/floating/floating.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { LineupQuestion } from '../lineup/lineup-question.tsx'
import { type Feedback, useLineupChange } from '../lineup/use-lineup-change.ts'
import { useLineupMoves } from '../lineup/use-lineup-moves.ts'
import { useLivePlayers } from '../tonight/live-players.ts'
import { NightKeeper } from '../tonight/night-keeper.tsx'
import { LineupChips } from './lineup-chips.tsx'
import { type GroupKey, lineupGroups } from './lineup-groups.ts'
import { NextMovesContext } from './next-cell.tsx'
import { gameNotes } from './next-game.ts'
import { saleSentences } from './next-moves.ts'
import { currentState, ownColumnsFor, plainColumns, readOwnSort, TEAM_CURRENT } from './roster-columns.tsx'
import { RosterTable } from './roster-table.tsx'

interface OwnPlayersProps {
  readonly teamId: number
  readonly items: readonly RosterItem[]
  /** Of all clubs, where the server has it. */
  readonly schedule: readonly ClubSchedule[] | undefined
}

const unknown: ReturnType<typeof saleSentences> = new Map()

/** The member's own current players as a lineup: counted, and scratched or dressed in their rows. */
export function OwnPlayers({ teamId, items, schedule }: OwnPlayersProps) {
  const { now, league, inOneCall, moves } = useLineupMoves(items)
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const changing = useLineupChange(teamId, inOneCall, setFeedback)
  const [chosen, setChosen] = useState<GroupKey>('all')
  usePreparedConfirm()

  const groups = useMemo(() => lineupGroups(items, league?.constants ?? null), [items, league])
  const shown = groups.find(({ key }) => key === chosen)?.items ?? items
  const games = useMemo(() => gameNotes(items, schedule, now), [items, schedule, now])
  const sales = useMemo(() => (league ? saleSentences(items, now, league) : unknown), [items, now, league])

  const live = useLivePlayers()

  const pressed = useRef<number | null>(null)
  const chip = useRef<HTMLButtonElement>(null)
  const { asked, press, isBusyWith } = changing
  // Whose row has left the chosen part of the lineup takes the focus with it.
  useEffect(() => {
    if (asked || pressed.current === null || shown.some(({ player }) => player.id === pressed.current)) return
    pressed.current = null
    return afterPaint(() => chip.current?.focus())
  }, [asked, shown])

  const next = {
    moves,
    sales,
    games,
    live,
    isBusyWith,
    press: (move: Parameters<typeof press>[0]) => {
      pressed.current = move.player.id
      press(move)
    },
  }
  const isSuccess = feedback?.kind === 'success'
  return (
    <NextMovesContext value={next}>
      <NightKeeper />
      {items.length > 0 && <LineupChips groups={groups} chosen={chosen} onChoose={setChosen} chosenRef={chip} />}
      <RosterTable
        label="Current Players"
        name={TEAM_CURRENT}
        items={shown}
        // Without the league's dates there is nothing to say.
        columns={league ? ownColumnsFor(items) : plainColumns}
        rowState={currentState}
        readSort={readOwnSort}
      />
      {/* Success shows in the row itself. */}
      <p className="quiet" aria-live="polite">
        {isSuccess && feedback.text}
      </p>
      {feedback && !isSuccess && (
        <Floating className="lineup-failure">
          <Notice kind={feedback.kind} onClose={() => setFeedback(null)}>
            {feedback.text}
          </Notice>
        </Floating>
      )}
      <LineupQuestion changing={changing} moves={moves} />
    </NextMovesContext>
  )
}
