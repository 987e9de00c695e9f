import { and, asc, between, eq, notInArray } from 'drizzle-orm'
import type { ClubSchedule, LineTonight, Tonight } from '#contract/tonight'
import { addDays, type Instant, mondayOf } from '#rules/calendar'
import { toWire } from '#rules/money'
import { isAhead, isCalledOff, nightOf, type ProvisionalLine, provisionalLines, scheduleDays } from '#rules/tonight'
import { type HeldPlayer, isDressedFor, type NightGame, progressOf, standingsIfEnded } from '#rules/tonight-standings'
import type { Queries } from '../../db/engine/database.ts'
import { game } from '../../db/tables/tables.ts'
import { type KeptScore, reportedGames, scoreReadingNow, scoresOf, stateOf } from '../../nhl/store/score-games.ts'
import type { CurrentLeague } from '../league.ts'
import { teamScores } from '../standings/standings.ts'
import {
  type AnnouncedGame,
  announcedGames,
  type Counts,
  dayShown,
  gamesOfDay,
  heldPlayers,
  type KeptGame,
  type KnownPlayer,
  knownPlayers,
  type ReportedLine,
  reportedLines,
  waitingPoints,
} from './night-reads.ts'

type Line = Pick<ReportedLine, 'gameId' | 'playerId' | 'club' | 'points'> & Partial<Counts>

/** Counts that are not zero. */
const counted = (line: Line): Partial<Counts> => {
  const { goals, assists, powerPlayGoals, shortHandedGoals, gameWinningGoals, wins, overtimeLosses, shutouts } = line
  const all = { goals, assists, powerPlayGoals, shortHandedGoals, gameWinningGoals, wins, overtimeLosses, shutouts }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count))
}

/** The night so far, everything of one instant: each game counts once, by its reports or by its goals. */
export async function tonight(queries: Queries, league: CurrentLeague, now: Instant): Promise<Tonight> {
  const { seasonId } = league
  const today = nightOf(now)
  const date = await dayShown(queries, seasonId, today)
  const games = await gamesOfDay(queries, seasonId, date)
  const ids = games.map(({ id }) => id)
  const scores = await scoresOf(queries, games)
  const held = await heldPlayers(queries, seasonId)
  const announced = await announcedGames(queries, seasonId)
  const reported = await reportedGames(queries, ids)
  const rows = await reportedLines(queries, [...reported])
  const playing = announced.flatMap(({ score: { goals, goalies } }) => [
    ...goals.flatMap(({ scorer, assists }) => [scorer, ...assists]),
    ...goalies.map(({ playerId }) => playerId),
  ])
  const known = await knownPlayers(queries, [
    ...new Set([...playing, ...rows.map((row) => row.playerId), ...held.map((each) => each.playerId)]),
  ])
  const isGoalie = (id: number) => known.get(id)?.position === 'G'
  const provisional = announced.map((each) => ({
    ...each,
    lines: provisionalLines(factsOf(each), isGoalie),
  }))
  const teams = await teamScores(queries, seasonId)
  const ended = standingsIfEnded(teams, held, [
    ...(await waitingPoints(queries, seasonId)),
    ...provisional.flatMap(({ lines, startTime }) =>
      lines.map(({ playerId, points }) => ({ playerId, points, startsAt: startTime.getTime() })),
    ),
  ])
  const nightGames = games.map((each) => ({
    id: each.id,
    startsAt: each.startTime.getTime(),
    state: stateOf(each, scores.get(each.id)),
    home: each.home,
    away: each.away,
  }))
  const lines = linesTonight({
    games: nightGames,
    held,
    known,
    lines: [...rows, ...provisional.flatMap(({ id, lines: own }) => (ids.includes(id) ? own.map(inGame(id)) : []))],
  })
  const { readAt } = await scoreReadingNow(queries)
  return {
    ...(readAt === null ? {} : { asOf: new Date(readAt).toISOString() }),
    today,
    date,
    games: games.map((each) => gameOnWire(each, scores.get(each.id))),
    teams: ended
      .map(({ teamId, total, officialTotal, ...ranks }) => {
        const { name = '', shortName = '' } = teams.find(({ id }) => id === teamId) ?? {}
        const own = held.filter((each) => each.teamId === teamId).map((each) => progressOf(each, nightGames))
        const count = (progress: string) => own.filter((each) => each === progress).length
        return {
          teamId,
          name,
          shortName,
          points: lines.reduce((sum, each) => sum + (each.teamId === teamId && !each.scratched ? each.points : 0), 0),
          done: count('done'),
          playing: count('playing'),
          toPlay: count('toPlay'),
          total: toWire(total),
          officialTotal: toWire(officialTotal),
          ...ranks,
        }
      })
      .sort((one, other) => one.rank - other.rank || one.teamId - other.teamId),
    lines,
  }
}

const inGame = (gameId: number) => (line: ProvisionalLine) => ({ ...line, gameId })

const factsOf = ({ home, away, score }: AnnouncedGame) => ({
  home,
  away,
  ...score,
  afterShootOut: score.periodType === 'SO',
})

interface NightLines {
  readonly games: readonly NightGame[]
  readonly held: readonly HeldPlayer[]
  readonly known: ReadonlyMap<number, KnownPlayer>
  readonly lines: readonly Line[]
}

/** Of everybody who has done something, and of those whom a team has and whose club plays. */
function linesTonight({ games, held, known, lines }: NightLines): LineTonight[] {
  const holderOf = new Map(held.map((each) => [each.playerId, each]))
  const has = new Set(lines.map(({ gameId, playerId }) => `${gameId} ${playerId}`))
  const waiting = games.flatMap(({ id, state, home, away }) =>
    isCalledOff(state)
      ? []
      : held.flatMap(({ playerId, club }): Line[] =>
          (club === home || club === away) && !has.has(`${id} ${playerId}`)
            ? [{ gameId: id, playerId, club, points: 0 }]
            : [],
        ),
  )
  const gameOf = new Map(games.map((each) => [each.id, each]))
  return [...lines, ...waiting].flatMap((line): LineTonight[] => {
    const { gameId, playerId, club, points } = line
    const game = gameOf.get(gameId)
    const holder = holderOf.get(playerId)
    const did = counted(line)
    if (!game || (!holder && Object.keys(did).length === 0)) return []
    const { name, position } = known.get(playerId) ?? {}
    return [
      {
        playerId,
        name: name ?? `Player ${playerId}`,
        ...(position ? { position } : {}),
        club,
        gameId,
        ...(holder ? { teamId: holder.teamId } : {}),
        ...(holder && !isDressedFor(holder, game.startsAt) ? { scratched: true } : {}),
        ...did,
        points,
      },
    ]
  })
}

function gameOnWire(kept: KeptGame, score: KeptScore | undefined): Tonight['games'][number] {
  const state = stateOf(kept, score)
  const isOn = !isAhead(state) && !isCalledOff(state)
  const now = state === score?.state ? score : undefined
  const periodType = now?.periodType ?? kept.lastPeriod
  const scored = (of: number | null | undefined) => (isOn && of !== null && of !== undefined ? { score: of } : {})
  return {
    id: kept.id,
    start: kept.startTime.toISOString(),
    state,
    ...(isOn && now?.period ? { period: now.period } : {}),
    ...(isOn && periodType ? { periodType } : {}),
    ...(now && now.secondsLeft !== null ? { secondsLeft: now.secondsLeft } : {}),
    ...(now?.intermission ? { intermission: true } : {}),
    away: { club: kept.away, ...scored(now?.awayScore ?? kept.awayScore) },
    home: { club: kept.home, ...scored(now?.homeScore ?? kept.homeScore) },
  }
}

/** What every club has ahead of it. */
export async function clubSchedules(
  queries: Queries,
  { seasonId }: CurrentLeague,
  now: Instant,
): Promise<ClubSchedule[]> {
  const { from, through } = scheduleDays(now)
  const monday = mondayOf(from)
  const sunday = addDays(monday, 6)
  const games = await queries
    .select()
    .from(game)
    .where(
      and(
        eq(game.seasonId, seasonId),
        between(game.gameDate, monday, through),
        notInArray(game.state, ['PPD', 'CNCL']),
      ),
    )
    .orderBy(asc(game.startTime), asc(game.id))
  const clubs = [...new Set(games.flatMap(({ home, away }) => [home, away]))].sort()
  return clubs.map((club) => {
    const own = games.filter(({ home, away }) => home === club || away === club)
    return {
      club,
      gamesThisWeek: own.filter(({ gameDate }) => gameDate <= sunday).length,
      games: own
        .filter(({ gameDate }) => gameDate >= from)
        .map(({ startTime, gameDate, home, away }) => ({
          start: startTime.toISOString(),
          date: gameDate,
          ...(gameDate === from ? { tonight: true } : {}),
          opponent: home === club ? away : home,
          home: home === club,
        })),
    }
  })
}
