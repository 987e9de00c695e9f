import { and, asc, between, eq, gte, inArray, notInArray, sql } from 'drizzle-orm'
import type { PlayerRef } from '#contract/call'
import type { ClubSchedule, LineTonight, Tonight } from '#contract/tonight'
import { addDays, type Instant, type LeagueDay, mondayOf } from '#rules/calendar'
import { toWire } from '#rules/money'
import {
  type HeldPlayer,
  isAhead,
  isCalledOff,
  isDressedFor,
  type NightGame,
  nightOf,
  type ProvisionalLine,
  progressOf,
  provisionalLines,
  scheduleDays,
  standingsIfEnded,
} from '#rules/tonight'
import type { Queries } from '../../db/engine/database.ts'
import { game } from '../../db/tables/tables.ts'
import { anyOf, effectiveLines, type SeasonSums, waitingPoints } from '../../nhl/store/lines.ts'
import {
  type KeptScore,
  keptScores,
  reportedGames,
  scoreReadingNow,
  scoresOf,
  stateOf,
} from '../../nhl/store/score-games.ts'
import type { CurrentLeague } from '../league.ts'
import { findPlayerRefs, heldEntries } from '../roster-entries.ts'
import { teamScores } from '../standings/standings.ts'

// What the night is made of; everything in it is read in one snapshot.

type KeptGame = typeof game.$inferSelect

/** The day shown: the night's, or the next one with games. */
async function dayShown(queries: Queries, seasonId: number, today: LeagueDay): Promise<LeagueDay> {
  const [next] = await queries
    .select({ day: sql<string | null>`min(${game.gameDate})::text` })
    .from(game)
    .where(and(eq(game.seasonId, seasonId), gte(game.gameDate, today)))
  return next?.day ?? today
}

/** Of a day, in the order in which they begin. */
export const gamesOfDay = (queries: Queries, seasonId: number, day: LeagueDay): Promise<KeptGame[]> =>
  queries
    .select()
    .from(game)
    .where(and(eq(game.seasonId, seasonId), eq(game.gameDate, day)))
    .orderBy(game.startTime, game.id)

/** Whom teams have now, and when those sat out. */
export async function heldPlayers(queries: Queries, seasonId: number): Promise<HeldPlayer[]> {
  const held = (await heldEntries(queries, seasonId)).filter(({ soldAt }) => soldAt === null)
  const players = await findPlayerRefs(
    queries,
    held.map(({ playerId }) => playerId),
  )
  return held.map((each) => ({ ...each, club: players.get(each.playerId)?.nhlTeam ?? null }))
}

/** A game's line as its reports have it, published or not. */
interface ReportedLine extends Counts {
  readonly gameId: number
  readonly playerId: number
  readonly club: string
  readonly points: number
}

/** What the pool counts of a line. */
export type Counts = Omit<SeasonSums, 'gamesPlayed' | 'toiSeconds'>

async function reportedLines(queries: Queries, gameIds: readonly number[]): Promise<ReportedLine[]> {
  if (gameIds.length === 0) return []
  const { rows } = await queries.execute<ReportedLine & Record<string, unknown>>(sql`
    select game_id as "gameId", player_id as "playerId", nhl_team as club, goals::int as goals, assists::int as assists,
      power_play_goals::int as "powerPlayGoals", short_handed_goals::int as "shortHandedGoals",
      game_winning_goals::int as "gameWinningGoals", wins::int as wins, overtime_losses::int as "overtimeLosses",
      shutouts::int as shutouts, points::int as points
    from ${effectiveLines(anyOf(gameIds))}`)
  return rows
}

interface AnnouncedGame extends KeptGame {
  readonly score: KeptScore
}

/** Games that the score page has announced and whose reports are still to come, of whichever day. */
async function announcedGames(queries: Queries, seasonId: number): Promise<AnnouncedGame[]> {
  const { rows } = await queries.execute<{ id: number }>(sql`
    select game.id from game join score_game on score_game.game_id = game.id and score_game.day = game.game_date
    where season_id = ${seasonId}
      and not exists (select 1 from official_line where game_id = game.id)
      and not exists (select 1 from pending_line where game_id = game.id)`)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const scores = await keptScores(queries, ids)
  const games = await queries.select().from(game).where(inArray(game.id, ids))
  return games.flatMap((each) => {
    const score = scores.get(each.id)
    return score ? [{ ...each, score }] : []
  })
}

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
  const known = await findPlayerRefs(queries, [
    ...playing,
    ...rows.map((row) => row.playerId),
    ...held.map((each) => each.playerId),
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
  readonly known: ReadonlyMap<number, PlayerRef>
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
