import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { TeamRef } from '#contract/call'
import type { Player, PlayerType, PreviousSeason, TimeSeriesPoint } from '#contract/stats'
import { addDays, type Instant, type LeagueDay, leagueDay, mondayOf, seasonBefore } from '#rules/calendar'
import { buyPrice, type Cents, toWire } from '#rules/money'
import { fullName } from '#rules/names'
import type { Position } from '#rules/positions'
import { type Fraction, normalizedPoints, projectedPoints, projection, toHundredths } from '#rules/projections'
import type { Queries } from '../../db/engine/database.ts'
import { firstRow } from '../../db/queries.ts'
import { game, nhlTeam, officialLine, player, playerSeason, rosterEntry, team } from '../../db/tables/tables.ts'
import { waitingPoints } from '../../nhl/store/lines.ts'
import type { CurrentLeague } from '../league.ts'

/** A player as of the last official update. */
export interface PlayerFigures {
  readonly id: number
  readonly name: string
  readonly position: Position
  readonly nhlTeam: string | null
  readonly nhlTeamImage: string | null
  readonly profileImage: string | null
  readonly owner: TeamRef | null
  readonly points: number
  readonly pointsDiffPrevious: number
  readonly pointsThisWeek: number
  readonly pointsLastWeek: number
  readonly projected: Fraction
  readonly gamesPlayed: number
  readonly teamGamesPlayed: number
  readonly toiSeconds: number
  readonly buyPrice: Cents
}

/** Players who have a club or have played, and those on a roster without either. */
const isListed = or(isNotNull(player.nhlTeam), sql`${playerSeason.gamesPlayed} > 0`, isNotNull(rosterEntry.id))

/** All of a type, or these. */
export type PlayerFilter = PlayerType | readonly number[]

const whereIds = (column: PgColumn, filter: PlayerFilter): SQL | undefined =>
  typeof filter === 'string' ? undefined : inArray(column, [...filter])

const wherePlayer = (filter: PlayerFilter): SQL | undefined => {
  if (typeof filter !== 'string') return whereIds(player.id, filter)
  return and(filter === 'goalie' ? eq(player.position, 'G') : ne(player.position, 'G'), isListed)
}

/** The best first, in one query. */
export async function findPlayers(
  queries: Queries,
  { seasonId, constants }: CurrentLeague,
  now: Instant,
  filter: PlayerFilter,
): Promise<PlayerFigures[]> {
  const monday = mondayOf(leagueDay(now, constants.timeZone))
  const mondayBefore = addDays(monday, -7)
  const sum = (when: SQL) => sql<number>`coalesce(sum(${officialLine.points}) filter (where ${when}), 0)::int`
  const weeks = queries
    .select({
      playerId: officialLine.playerId,
      thisWeek: sum(gte(game.gameDate, monday)).as('this_week'),
      lastWeek: sum(lt(game.gameDate, monday)).as('last_week'),
    })
    .from(officialLine)
    .innerJoin(game, eq(game.id, officialLine.gameId))
    .where(and(eq(game.seasonId, seasonId), gte(game.gameDate, mondayBefore), whereIds(officialLine.playerId, filter)))
    .groupBy(officialLine.playerId)
    .as('weeks')
  const before = alias(playerSeason, 'season_before')
  const rows = await queries
    .select({
      player,
      season: playerSeason,
      before,
      club: nhlTeam,
      owner: team,
      thisWeek: sql<number>`coalesce(${weeks.thisWeek}, 0)`,
      lastWeek: sql<number>`coalesce(${weeks.lastWeek}, 0)`,
    })
    .from(player)
    .leftJoin(playerSeason, and(eq(playerSeason.playerId, player.id), eq(playerSeason.seasonId, seasonId)))
    .leftJoin(before, and(eq(before.playerId, player.id), eq(before.seasonId, seasonBefore(seasonId))))
    // The club as of the update: the projection counts its games.
    .leftJoin(nhlTeam, eq(nhlTeam.abbrev, sql`coalesce(${playerSeason.nhlTeam}, ${player.nhlTeam})`))
    .leftJoin(
      rosterEntry,
      and(eq(rosterEntry.playerId, player.id), eq(rosterEntry.seasonId, seasonId), isNull(rosterEntry.soldAt)),
    )
    .leftJoin(team, eq(team.id, rosterEntry.teamId))
    .leftJoin(weeks, eq(weeks.playerId, player.id))
    .where(wherePlayer(filter))
    .orderBy(desc(sql`coalesce(${playerSeason.points}, 0)`), player.id)
  return rows.map((row): PlayerFigures => {
    const { points = 0, teamGamesPlayed = 0 } = row.season ?? {}
    const previousNormalizedPoints = row.before && normalizedPoints(row.before, constants)
    const projected = projection({ points, teamGamesPlayed, previousNormalizedPoints }, constants)
    return {
      id: row.player.id,
      name: fullName(row.player),
      position: row.player.position,
      nhlTeam: row.club?.abbrev ?? null,
      nhlTeamImage: row.club?.logoUrl ?? null,
      profileImage: row.player.headshotUrl,
      owner: row.owner && { id: row.owner.id, shortName: row.owner.shortName },
      points,
      pointsDiffPrevious: row.season?.pointsDiffPrevious ?? 0,
      pointsThisWeek: row.thisWeek,
      pointsLastWeek: row.lastWeek,
      projected,
      gamesPlayed: row.season?.gamesPlayed ?? 0,
      teamGamesPlayed,
      toiSeconds: row.season?.toiSeconds ?? 0,
      buyPrice: buyPrice(points, projected, constants),
    }
  })
}

export const findPlayer = (queries: Queries, league: CurrentLeague, now: Instant, playerId: number) =>
  firstRow(findPlayers(queries, league, now, [playerId]))

export async function findPlayersById(
  queries: Queries,
  league: CurrentLeague,
  now: Instant,
  ids: readonly number[],
): Promise<Map<number, PlayerFigures>> {
  if (ids.length === 0) return new Map()
  const found = await findPlayers(queries, league, now, ids)
  return new Map(found.map((figures) => [figures.id, figures]))
}

export const playerOnWire = ({ owner, projected, toiSeconds, buyPrice, ...figures }: PlayerFigures): Player => ({
  ...figures,
  ...(owner ? { team: owner } : {}),
  projectedPoints: toHundredths(projected),
  toiPerGp: figures.gamesPlayed > 0 ? Math.round(toiSeconds / figures.gamesPlayed) : null,
  buyPrice: toWire(buyPrice),
})

/**
 * Players with lines that are not published yet, and what publishing them would add. A line that corrects a published
 * one adds the difference, one that removes it takes its points away; everything else is as of the last official
 * update.
 */
export async function playersPreview(queries: Queries, league: CurrentLeague, now: Instant): Promise<Player[]> {
  const adds = new Map<number, number>()
  for (const { playerId, points } of await waitingPoints(queries, league.seasonId)) {
    adds.set(playerId, (adds.get(playerId) ?? 0) + points)
  }
  if (adds.size === 0) return []
  const players = await findPlayers(queries, league, now, [...adds.keys()])
  return players
    .map((figures) => {
      const pointsDiffPrevious = adds.get(figures.id) ?? 0
      return playerOnWire({ ...figures, pointsDiffPrevious, points: figures.points + pointsDiffPrevious })
    })
    .sort((one, other) => (other.pointsDiffPrevious ?? 0) - (one.pointsDiffPrevious ?? 0))
}

/**
 * Which club a player was with, day by day: a traded player changes on the day after the last game with the old club.
 */
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
