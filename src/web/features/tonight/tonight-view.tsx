import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type GameTonight, getTonight, type TeamTonight, type Tonight } from '#contract/tonight'
import type { User } from '#contract/user'
import { tonight } from '../../data/tonight.ts'
import { afterPaint } from '../../paint/page.ts'
import { Section } from '../../ui/card.tsx'
import { change, changeTone, figure } from '../../ui/figure.ts'
import { Announcer } from '../../ui/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { type Columns, count, shiftSign, text } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import { asOfText } from '../../ui/time/relative-time.ts'
import { bringIntoSight } from '../../ui/viewport.ts'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import { NotifyLink } from '../notifications/notify-link.tsx'
import { GamesTonight, gameHeadId, gameNote, PlayerLines } from './games-tonight.tsx'
import { bestFirst, playedBy, stageOf } from './live-players.tsx'
import { hasEnded, hasOtherPoints, nightParts, quietNightText, standingsTitle } from './night-lines.ts'
import { isGameNight, isOn, stateText } from './night-words.ts'
import { ChangesContext, Provisional, ProvisionalMark, useNightChanges } from './provisional.tsx'
import './tonight.css'

/** A place keeps its row: nothing moves when teams change places. */
interface Place {
  readonly place: number
  readonly team: TeamTonight
}

const RANK_WIDTH = '3.5rem'

const columnsFor = (ownTeamId: number | null | undefined): Columns<Place> => [
  count('rank', 'Rank', RANK_WIDTH, ({ team }) => team.rank, {
    sticky: '0',
    sign: ({ team }) => shiftSign(team.officialRank - team.rank),
  }),
  text('name', 'Team', 'minmax(var(--who), 3fr)', ({ team }) => team.name, {
    sticky: RANK_WIDTH,
    heads: true,
    href: ({ team }) => `/teams/${team.teamId}`,
    mark: ({ team }) => (team.teamId === ownTeamId ? 'Your team' : null),
  }),
  count('points', 'Tonight', 'minmax(var(--tonight), 1fr)', ({ team }) => team.points, {
    text: ({ team }) => change(team.points),
    cell: ({ team }) => (
      <Provisional isNew={({ teams }) => teams.has(team.teamId)} tone={changeTone(team.points)}>
        {change(team.points)}
      </Provisional>
    ),
  }),
  count('total', 'Total', 'minmax(3.5rem, 1fr)', ({ team }) => team.total, {
    strong: true,
    cell: ({ team }) => <Provisional isNew={({ teams }) => teams.has(team.teamId)}>{figure(team.total)}</Provisional>,
  }),
  count('toPlay', 'To play', 'minmax(2.75rem, 1fr)', ({ team }) => team.toPlay),
]

interface LeagueTonightProps {
  readonly night: Tonight
  readonly ownTeamId: number | null | undefined
}

/** The league's standings if it ended now, each with the change of rank. */
function LeagueTonight({ night, ownTeamId }: LeagueTonightProps) {
  const title = standingsTitle(night)
  const columns = useMemo(() => columnsFor(ownTeamId), [ownTeamId])
  return (
    <Section className="part league-tonight" title={title} mark={<ProvisionalMark />}>
      <Table
        label={title}
        columns={columns}
        rows={night.teams.map((team, place) => ({ place, team }))}
        rowKey={({ place }) => place}
        rowState={({ team }) => (team.teamId === ownTeamId ? 'own' : null)}
      />
      {hasOtherPoints(night) && (
        <p className="note">Total: Standings plus all points that wait for the next official update.</p>
      )}
    </Section>
  )
}

interface MyNightProps {
  readonly night: Tonight
  readonly team: TeamTonight
  /** Below the figures. */
  readonly children?: ReactNode
}

/** What the night has brought the member's team so far, in a line. */
const NightFigures = ({ night, team }: Omit<MyNightProps, 'children'>) => (
  <div className="inset night-figures">
    <p className="dotted my-line-figures">
      <span className="dotted-part">
        <Provisional isNew={({ teams }) => teams.has(team.teamId)} tone={changeTone(team.points)}>
          {change(team.points)}
        </Provisional>
        {' tonight'}
      </span>
      {nightParts(night, team).map((part) => (
        <span key={part} className="dotted-part">
          <span className="dot"> · </span>
          {part}
        </span>
      ))}
    </p>
  </div>
)

/** The member's team: what it has so far, and its players who play. */
function MyNight({ night, team, children }: MyNightProps) {
  const isTonight = isGameNight(night)
  const played = playedBy(
    night.lines.filter(({ teamId }) => teamId === team.teamId),
    night.games,
  ).sort(bestFirst)
  return (
    <Section
      className="part my-line my-night"
      title={
        <OwnLink className="reach" href={`/teams/${team.teamId}`}>
          {team.name}
        </OwnLink>
      }
      mark={isTonight && <ProvisionalMark />}
    >
      {isTonight && <NightFigures night={night} team={team} />}
      {children}
      {played.length > 0 ? (
        <PlayerLines played={played} note={gameNote} />
      ) : (
        <p className="none">{`None of your players has a game ${isTonight ? 'tonight' : 'that day'}.`}</p>
      )}
    </Section>
  )
}

/** Those being played, then those to come, then the others; each by its start. */
const inOrder = (games: readonly GameTonight[]): GameTonight[] =>
  [...games].sort((one, other) => stageOf(one) - stageOf(other) || one.start.localeCompare(other.start))

/** `SEA 2-2 CBJ`, or without a score `SEA @ CBJ`: the visitors first. */
const chipText = ({ away, home }: GameTonight): string =>
  `${away.club} ${away.score == null || home.score == null ? '@' : `${away.score}-${home.score}`} ${home.club}`

/** Opens the game's row, brings it to the top of the window, and the focus to it. */
const openGame = (game: GameTonight): void => {
  const head = document.getElementById(gameHeadId(game))
  const details = head?.closest('details')
  if (details) details.open = true
  head?.focus({ preventScroll: true })
  // What the row opens makes the page long enough.
  afterPaint(() => head?.scrollIntoView())
}

/** All scores of the night in one row, and a way to each game. */
const ScoreChips = ({ night }: { readonly night: Tonight }) => (
  <nav className="scroller chips" aria-label="Scores">
    {inOrder(night.games).map((game) => (
      <button
        key={game.id}
        className={isOn(game) ? 'chip live-dot' : 'chip'}
        type="button"
        onFocus={({ currentTarget }) => bringIntoSight(currentTarget)}
        onClick={() => openGame(game)}
      >
        {chipText(game)}
        <span className="quiet">{`, ${stateText(game)}`}</span>
      </button>
    ))}
  </nav>
)

/** The time of the scores, not of this device's request; of games that are over the reports may be first. */
const scoresLine = (night: Tonight): string => {
  if (!isGameNight(night)) return ''
  const isOver = hasEnded(night)
  const what = isOver ? 'All games are over' : 'Provisional'
  if (night.asOf == null) return isOver ? what : `${what}, scores not read yet`
  return `${what}, ${asOfText(Date.parse(night.asOf), new Date(), false)}`
}

interface NightProps {
  readonly night: Tonight
  readonly fetchedAt: number
  readonly ownTeamId: number | null | undefined
}

function Night({ night, fetchedAt, ownTeamId }: NightProps) {
  const seen = useNightChanges(night, fetchedAt, ownTeamId)
  const team = night.teams.find(({ teamId }) => teamId === ownTeamId)
  const hasGames = night.games.length > 0
  const scores = isGameNight(night) && <ScoreChips night={night} />
  return (
    <ChangesContext value={seen}>
      <Announcer>{seen.changes.sentences.join(' ')}</Announcer>
      <div className="parts night">
        {!isGameNight(night) && (
          <p className="inset">
            <strong>{quietNightText(night)}</strong>
          </p>
        )}
        {team && hasGames ? (
          <MyNight night={night} team={team}>
            {scores}
          </MyNight>
        ) : (
          scores
        )}
        {isGameNight(night) && <LeagueTonight night={night} ownTeamId={ownTeamId} />}
        {hasGames && <GamesTonight night={night} />}
        {team && (
          <NotifyLink className="tap-line inset" isForGoals>
            Notify me when my players score
          </NotifyLink>
        )}
      </div>
    </ChangesContext>
  )
}

/** What the games that are being played do to the pool, as they are played. */
export function TonightView({ user }: { readonly user: User }) {
  const query = useQuery(tonight())
  return (
    <DataScreen title="Tonight" line={query.data ? scoresLine(query.data) : ''} queries={[query]}>
      <QueryResult query={query} failure={getTonight.failure}>
        {(night) => <Night night={night} fetchedAt={query.dataUpdatedAt} ownTeamId={user.teamId} />}
      </QueryResult>
    </DataScreen>
  )
}
