import './room-line.css'
import { useMemo } from 'react'
import type { DraftBox, Pick } from '#contract/draft'
import type { DraftingTeam } from '#contract/draft-room'
import { picksBefore, whoseTurn } from '#rules/pick-sequence'
import { isOfThisLaunch } from '../../data/call-query.ts'
import { DRAFT_OFFLINE } from '../../data/draft-commands.ts'
import { useTakenBack } from '../../data/live-draft.ts'
import { usePickList } from '../../data/pick-list.ts'
import { MainButton } from '../../ui/buttons.tsx'
import { Line } from '../../ui/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { useSecondsLeft } from '../turn/time-left.ts'
import { asOnBoard, boardPlayers, filledBoxes, freeText, type ListedPick, nextFromList } from './listed-players.ts'
import { isOwnTurn, useClock, useDraftingTeams } from './turn.ts'

/** Of the line, which says why no one can pick. */
export const ROOM_LINE_ID = 'room-line'

const DISTANCES = ['', "You're next.", 'Two picks until yours.', 'Three picks until yours.']

const timeUpText = (team: DraftingTeam | undefined, isOwn: boolean): string | null => {
  if (!team) return null
  if (isOwn) return team.picksByList ? 'Your time is up: your list picks.' : 'Your time is up. You can still pick.'
  return `${team.teamShortName}'s time is up${team.picksByList ? ': its list picks.' : '.'}`
}

interface RoomNotice {
  readonly kind: 'info' | 'warning'
  readonly text: string
}

interface RoomLineProps {
  readonly picks: readonly Pick[]
  /** The viewer's team. */
  readonly teamId: number | null | undefined
}

/** The one thing that matters most now. */
function useRoomNotice({ picks, teamId }: RoomLineProps): RoomNotice | null {
  const clock = useClock()
  const teams = useDraftingTeams()
  const left = useSecondsLeft(clock?.endsAt ?? null)
  const takenBack = useTakenBack()
  const turn = whoseTurn(picks)
  if (turn.kind !== 'team' && turn.kind !== 'open') return null
  if (clock?.isPaused) return { kind: 'warning', text: 'The draft is paused. No one picks until an admin resumes it.' }
  if (turn.kind === 'team' && left === 0) {
    const text = timeUpText(
      teams?.find((team) => team.teamId === turn.teamId),
      turn.teamId === teamId,
    )
    if (text) return { kind: 'warning', text }
  }
  if (takenBack !== null) return { kind: 'info', text: `${takenBack} is free again: the pick was taken back.` }
  const distance = teamId == null ? null : picksBefore(picks, teamId)
  const text = distance === null ? undefined : DISTANCES[distance]
  return text ? { kind: 'info', text } : null
}

interface ForTeamProps {
  readonly name: string
  readonly teamId: number
  readonly picks: readonly Pick[]
}

/** For whom the admin picks, and the way out. */
const ForTeam = ({ name, teamId, picks }: ForTeamProps) => {
  const turn = whoseTurn(picks)
  const other = turn.kind === 'team' ? picks.find((pick) => pick.teamId === turn.teamId)?.teamShortName : undefined
  return (
    <div className="beside room-line tone warning">
      <Line>
        {isOwnTurn(picks, teamId)
          ? `You pick for ${name}.`
          : `${name}'s turn is over.${other ? ` ${other} is on the clock.` : ''}`}
      </Line>
      <OwnLink className="tap-line" name={`Stop picking for ${name}`} href="/draft">
        Stop
      </OwnLink>
    </div>
  )
}

interface LostLineProps {
  /** There are no live updates for now. */
  readonly isLost: boolean
  readonly isOffline: boolean
  /** The viewer has a team, and the draft is running. */
  readonly canPick: boolean
}

/**
 * The banner of a lost connection in a few words, for who has scrolled past it; and why there is nothing to draft
 * with.
 */
export const LostLine = ({ isLost, isOffline, canPick }: LostLineProps) => (
  <Line className={isLost ? 'beside room-line tone warning' : 'quiet'}>
    {isLost && (
      <>
        <span>No live updates</span>
        {isOffline && canPick && <span>{DRAFT_OFFLINE}</span>}
      </>
    )}
  </Line>
)

/** What there is to know about the draft's course, at the bottom of the board: without moving anything. */
export function RoomLine({
  forTeam,
  ...props
}: RoomLineProps & { readonly forTeam: Omit<ForTeamProps, 'picks'> | null }) {
  const notice = useRoomNotice(props)
  return (
    <>
      {forTeam && <ForTeam {...forTeam} picks={props.picks} />}
      {/* A region that is there before its words. */}
      <Line id={ROOM_LINE_ID} className={notice ? `beside room-line tone ${notice.kind}` : 'quiet'}>
        {notice?.text}
      </Line>
    </>
  )
}

interface PickListLinkProps {
  readonly teamId: number
  readonly board: readonly DraftBox[]
}

/** From the board to the team's list, with what is left of it. */
export function PickListLink({ teamId, board }: PickListLinkProps) {
  const { players = [] } = usePickList(teamId)
  const wanted = useMemo(() => asOnBoard(players, boardPlayers(board)), [players, board])
  return (
    <OwnLink className="chip tool" href="/pick-list">
      {wanted.length > 0 ? `Pick list: ${freeText(wanted, filledBoxes(board, teamId))}` : 'Pick list'}
    </OwnLink>
  )
}

interface NextLineProps {
  readonly teamId: number
  readonly board: readonly DraftBox[]
  /** The board is of this launch: the device's own copy may offer a player who is gone. */
  readonly isFresh: boolean
  readonly onDraft: (pick: ListedPick) => void
}

/** On the team's turn: its list's next player, one tap from the question. */
export function NextLine({ teamId, board, isFresh, onDraft }: NextLineProps) {
  const { players = [], query } = usePickList(teamId)
  const next = useMemo(
    () => nextFromList(asOnBoard(players, boardPlayers(board)), board, teamId),
    [players, board, teamId],
  )
  if (!next || !isFresh || !isOfThisLaunch(query.dataUpdatedAt)) return null
  const { name } = next.player
  return (
    <div className="spread room-line tone info">
      <p>{`Next from your list: ${name} · ${next.boxName}`}</p>
      <MainButton aria-label={`Draft ${name}`} onClick={() => onDraft(next)}>
        Draft
      </MainButton>
    </div>
  )
}
