import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { RosterItem } from '#contract/roster'
import type { ClubSchedule } from '#contract/tonight'
import type { Instant } from '#rules/calendar'
import type { League } from '#rules/league'
import { type RosterSpot, spotOfItem } from '#rules/lineup'
import { nightOf } from '#rules/tonight'
import { saleOpensAt } from '#rules/trading'
import { plural } from '#rules/words'
import { afterPaint } from '../../paint/page.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { Announcer } from '../../ui/notice.tsx'
import { weekdayText } from '../../ui/time/day-text.ts'
import { clockText, whenText } from '../../ui/time/relative-time.ts'
import { Floating, Toast } from '../../ui/toast.tsx'
import { bringIntoSight } from '../../ui/viewport.ts'
import { type Feedback, LineupQuestion, useLineupChange } from '../lineup/lineup-change.tsx'
import { useLineupMoves } from '../lineup/lineup-moves.ts'
import { useLivePlayers } from '../tonight/live-players.tsx'
import { NightKeeper } from '../tonight/tonight-line.tsx'
import {
  currentState,
  type GroupKey,
  type LineupGroup,
  lineupGroups,
  NextMovesContext,
  ownColumnsFor,
  plainColumns,
  RosterTable,
  TEAM_CURRENT,
} from './roster-table.tsx'

interface LineupChipsProps {
  readonly groups: readonly LineupGroup[]
  readonly chosen: GroupKey
  readonly onChoose: (key: GroupKey) => void
  /** The chosen one, where the focus goes when its row has left the table. */
  readonly chosenRef: RefObject<HTMLButtonElement | null>
}

/** Counts the lineup, and shows one part of it. */
const LineupChips = ({ groups, chosen, onChoose, chosenRef }: LineupChipsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
  <div className="scroller chips lineup-chips" role="group" aria-label="Show">
    {groups.map(({ key, label, items, hint, isAtLimit }) => (
      <button
        key={key}
        className={isAtLimit ? 'chip tone warning' : 'chip'}
        ref={key === chosen ? chosenRef : null}
        type="button"
        aria-label={[`${label} ${items.length}`, hint].filter(Boolean).join(', ')}
        aria-pressed={key === chosen}
        onClick={() => onChoose(key)}
        onFocus={({ currentTarget }) => bringIntoSight(currentTarget)}
      >
        <span>{`${label} ${items.length}`}</span>
        {hint && <small>{hint}</small>}
      </button>
    ))}
  </div>
)

/**
 * Of a club: its next game and the number of this week's, `19:00 TOR` of tonight or `Wed @ BOS · 3 this week`; or ''.
 */
export const gameNote = ({ games, gamesThisWeek }: ClubSchedule, now: Instant): string => {
  const next = games.find(({ start }) => Date.parse(start) > now)
  if (!next) return gamesThisWeek > 0 ? `${plural(gamesThisWeek, 'game')} this week` : ''
  const isTonight = next.tonight === true || next.date === nightOf(now)
  const when = isTonight ? clockText(new Date(next.start)) : weekdayText(next.date)
  const game = `${when} ${next.home ? next.opponent : `@\u00a0${next.opponent}`}`
  return gamesThisWeek > 0 ? `${game} · ${gamesThisWeek}\u00a0this\u00a0week` : game
}

/** By the player's id; nothing where the schedule is not known. */
const gameNotes = (
  items: readonly RosterItem[],
  schedule: readonly ClubSchedule[] | undefined,
  now: Instant,
): ReadonlyMap<number, string> => {
  const notes = new Map(schedule?.map((each) => [each.club, gameNote(each, now)]))
  return new Map(
    items.flatMap(({ player }) => {
      const own = notes.get(player.nhlTeam ?? '')
      return own ? [[player.id, own] as const] : []
    }),
  )
}

/** When a player may be sold; null for now, which goes without saying. */
export const saleSentence = (spot: RosterSpot, now: Instant, league: League): string | null => {
  const at = saleOpensAt(spot, now, league)
  if (at === null) return 'cannot be sold this season'
  return at > now ? `can be sold ${whenText(at, now)}` : null
}

/** By the player's id. */
const saleSentences = (
  items: readonly RosterItem[],
  now: Instant,
  league: League,
): ReadonlyMap<number, string | null> =>
  new Map(
    items.flatMap((item) => {
      const spot = spotOfItem(item)
      return spot ? [[spot.playerId, saleSentence(spot, now, league)] as const] : []
    }),
  )

interface OwnPlayersProps {
  readonly teamId: number
  readonly items: readonly RosterItem[]
  /** Of all clubs, where the server has it. */
  readonly schedule: readonly ClubSchedule[] | undefined
}

const unknown: ReturnType<typeof saleSentences> = new Map()

/** The member's own current players as a lineup: counted, and scratched or dressed in their rows. */
export function OwnPlayers({ teamId, items, schedule }: OwnPlayersProps) {
  const { now, league, moves } = useLineupMoves(items)
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const changing = useLineupChange(teamId, setFeedback)
  const [chosen, setChosen] = useState<GroupKey>('all')
  usePreparedConfirm()

  const groups = useMemo(() => lineupGroups(items, league?.constants ?? null), [items, league])
  const shown = groups.find(({ key }) => key === chosen)?.items ?? items
  const games = useMemo(() => gameNotes(items, schedule, now), [items, schedule, now])
  const sales = useMemo(() => (league ? saleSentences(items, now, league) : unknown), [items, now, league])

  const live = useLivePlayers()

  const pressed = useRef<number | null>(null)
  const chip = useRef<HTMLButtonElement>(null)
  const { proposed, press, isBusyWith } = changing
  // Whose row has left the chosen part of the lineup takes the focus with it.
  useEffect(() => {
    if (proposed || pressed.current === null || shown.some(({ player }) => player.id === pressed.current)) return
    pressed.current = null
    return afterPaint(() => chip.current?.focus())
  }, [proposed, shown])

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
      />
      {/* Success shows in the row itself. */}
      <Announcer>{isSuccess && feedback.text}</Announcer>
      {feedback && !isSuccess && (
        <Floating className="toast">
          <Toast kind={feedback.kind} onClose={() => setFeedback(null)}>
            {feedback.text}
          </Toast>
        </Floating>
      )}
      <LineupQuestion changing={changing} moves={moves} />
    </NextMovesContext>
  )
}
