import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { PreviousSeason, TimeSeriesPoint } from '#contract/stats'
import type { LeagueDay } from '#rules/calendar'
import { projectedPoints } from '#rules/projections'
import type { Queries } from '../../db/engine/database.ts'
import { game, officialLine, player, playerSeason, rosterEntry, team } from '../../db/tables/tables.ts'
import type { CurrentLeague } from '../league.ts'

/** Which club a player was with, day by day: a traded player changes on the day after the last game with the old club. */
interface Stay {
  readonly club: string
  /** Null: to the end of what is published. */
  readonly lastDay: LeagueDay | null
}

function staysOf(lines: readonly { date: LeagueDay; club: string }[], presentClub: string | null): Stay[] {
  const stays: Stay[] = []
  lines.forEach(({ date, club }, index) => {
    if (lines[index + 1]?.club !== club) stays.push({ club, lastDay: date })
  })
  const last = stays.at(-1)
  if (last && (presentClub === null || presentClub === last.club)) stays.splice(-1, 1, { ...last, lastDay: null })
  else if (presentClub !== null) stays.push({ club: presentClub, lastDay: null })
  return stays
}

/** The player's season, one point for each published game of their club at the time. */
export async function timeSeries(
  queries: Queries,
  { seasonId, constants }: CurrentLeague,
  playerId: number,
): Promise<TimeSeriesPoint[]> {
  const lines = await queries
    .select({ gameId: game.id, date: game.gameDate, club: officialLine.nhlTeam, points: officialLine.points })
    .from(officialLine)
    .innerJoin(game, eq(game.id, officialLine.gameId))
    .where(and(eq(officialLine.playerId, playerId), eq(game.seasonId, seasonId)))
    .orderBy(asc(game.gameDate), asc(game.startTime))
  const [own] = await queries
    .select({ club: sql<string | null>`coalesce(${playerSeason.nhlTeam}, ${player.nhlTeam})` })
    .from(player)
    .leftJoin(playerSeason, and(eq(playerSeason.playerId, player.id), eq(playerSeason.seasonId, seasonId)))
    .where(eq(player.id, playerId))
  const stays = staysOf(lines, own?.club ?? null)
  const clubs = [...new Set(stays.map(({ club }) => club))]
  if (clubs.length === 0) return []
  const games = await queries
    .select({ id: game.id, date: game.gameDate, home: game.home, away: game.away })
    .from(game)
    .where(
      and(
        eq(game.seasonId, seasonId),
        or(inArray(game.home, clubs), inArray(game.away, clubs)),
        sql`exists (select 1 from ${officialLine} where ${officialLine.gameId} = ${game.id})`,
      ),
    )
    .orderBy(asc(game.gameDate), asc(game.startTime))

  const lineOf = new Map(lines.map((line) => [line.gameId, line]))
  const gamesOf = new Map<string, number>(clubs.map((club) => [club, 0]))
  let points = 0
  return games.flatMap(({ id, date, home, away }): TimeSeriesPoint[] => {
    for (const club of [home, away]) {
      const counted = gamesOf.get(club)
      if (counted !== undefined) gamesOf.set(club, counted + 1)
    }
    const line = lineOf.get(id)
    const club = line?.club ?? stays.find(({ lastDay }) => lastDay === null || date <= lastDay)?.club
    if (!club || (club !== home && club !== away)) return []
    points += line?.points ?? 0
    return [
      {
        date,
        gamePoints: line?.points ?? 0,
        projectedPoints: projectedPoints({ points, teamGamesPlayed: gamesOf.get(club) ?? 0 }, constants),
        played: line ? 1 : 0,
      },
    ]
  })
}

/** Finished seasons, the latest first, each with the pool team that had the player at its end. */
export async function previousSeasons(
  queries: Queries,
  { seasonId, constants }: CurrentLeague,
  playerId: number,
): Promise<PreviousSeason[]> {
  const rows = await queries
    .select({ season: playerSeason, teamShortName: team.shortName })
    .from(playerSeason)
    .leftJoin(
      rosterEntry,
      and(
        eq(rosterEntry.playerId, playerSeason.playerId),
        eq(rosterEntry.seasonId, playerSeason.seasonId),
        isNull(rosterEntry.soldAt),
      ),
    )
    .leftJoin(team, eq(team.id, rosterEntry.teamId))
    .where(and(eq(playerSeason.playerId, playerId), lt(playerSeason.seasonId, seasonId)))
    .orderBy(desc(playerSeason.seasonId))
  return rows.map(({ season, teamShortName }) => ({
    season: season.seasonId,
    nhlTeam: season.nhlTeam,
    points: season.points,
    projectedPoints: projectedPoints(season, constants),
    gamesPlayed: season.gamesPlayed,
    teamGamesPlayed: season.teamGamesPlayed,
    ...(teamShortName === null ? {} : { team: { shortName: teamShortName } }),
  }))
}
