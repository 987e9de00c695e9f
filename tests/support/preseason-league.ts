import { sql } from 'drizzle-orm'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { addDays, dayStart, leagueDay } from '#rules/calendar'
import { POSITIONS, type Position } from '#rules/positions'
import type { Database, Engine, Queries } from '#server/db/engine/database'
import { rowsOf } from '#server/db/queries'
import { member } from '#server/db/tables/identity-tables'
import { league, team, teamSeason } from '#server/db/tables/tables'
import { addSeason } from './empty-league.ts'
import { testDatabase } from './test-database.ts'

// A league between two seasons: last season is over, the new one has teams and nothing else.

export interface PreseasonPlayer {
  readonly id: number
  readonly position: Position
  readonly points: number
  readonly gamesPlayed: number
  /** Has no season behind them. */
  readonly rookie: boolean
}

export interface PreseasonLeague {
  readonly seasonId: number
  readonly formerSeasonId: number
  readonly teamIds: readonly number[]
  readonly players: readonly PreseasonPlayer[]
  /** Last season's rosters as it ended, best players first. */
  readonly rosters: ReadonlyMap<number, readonly number[]>
  /** Of last season, for every team: sold in it, and bought when it was too late to be kept. */
  readonly sold: ReadonlyMap<number, number>
  readonly late: ReadonlyMap<number, number>
  /** Who has a team, by its id. `admin` and `premium` have the role of their name. */
  readonly owners: ReadonlyMap<number, string>
}

/** Beside the owners: a member without a team, and an admin without one. */
export const NEWCOMER = 'newcomer'
export const CHAIR = 'chair'

const FIRST_ID = 8_480_001
const SEASON_ID = 20_262_027
const FORMER_SEASON_ID = 20_252_026
/** Boxes of each position, and about as many players left over as a draft from outside needs. */
const PER_TEAM: Record<Position, number> = { LW: 5, C: 6, RW: 5, LD: 4, RD: 4, G: 3 }
const OUTSIDE = 12

const invent = (teams: number): PreseasonPlayer[] =>
  POSITIONS.flatMap((position) =>
    Array.from({ length: PER_TEAM[position] * (teams + 2) + OUTSIDE }, (_, rank) => ({ position, rank })),
  ).map(({ position, rank }, index) => ({
    id: FIRST_ID + index,
    position,
    points: Math.max(0, 90 - rank * 2 + ((index * 7) % 5)),
    gamesPlayed: 82 - ((index * 11) % 30),
    rookie: index % 23 === 22,
  }))

export async function preseasonLeague(
  database: Database,
  { teams, now }: { teams: number; now: Date },
): Promise<PreseasonLeague> {
  const teamIds = Array.from({ length: teams }, (_, index) => index + 1)
  const players = invent(teams)
  const named = ['admin', 'premium', 'member']
  const owners = new Map(teamIds.map((id) => [id, named[id - 1] ?? `owner${id}`]))
  const today = leagueDay(now.getTime(), LEAGUE_DEFAULTS.timeZone)
  const formerFirst = addDays(today, -354)
  const formerLast = addDays(formerFirst, 190)
  const first = addDays(today, 10)
  return database.transaction(async (queries) => {
    await addSeason(queries, { id: FORMER_SEASON_ID, firstDay: formerFirst, lastDay: formerLast })
    await addSeason(queries, { id: SEASON_ID, firstDay: first, lastDay: addDays(first, 190) })
    await queries.insert(league).values({
      name: 'Preseason',
      timeZone: LEAGUE_DEFAULTS.timeZone,
      seasonId: SEASON_ID,
    })
    await queries.insert(team).values(teamIds.map((id) => ({ id, name: `Team ${id}`, shortName: `T${id}` })))
    await queries
      .insert(teamSeason)
      .values(teamIds.flatMap((teamId) => [FORMER_SEASON_ID, SEASON_ID].map((seasonId) => ({ teamId, seasonId }))))
    await queries.insert(member).values([
      ...teamIds.map((teamId) => {
        const userName = owners.get(teamId) ?? ''
        const roles = ['admin', 'premium'].includes(userName) ? [userName] : []
        return { userName, displayName: userName, teamId, roles }
      }),
      { userName: NEWCOMER, displayName: NEWCOMER, roles: [], teamId: null },
      { userName: CHAIR, displayName: CHAIR, roles: ['admin'], teamId: null },
    ])
    await insertPlayers(queries, players)
    const former = await insertRosters(queries, teamIds, players, { formerFirst, formerLast })
    return { seasonId: SEASON_ID, formerSeasonId: FORMER_SEASON_ID, teamIds, players, owners, ...former }
  })
}

/** A database with such a league. */
export async function preseasonDatabase(teams: number, now = new Date()): Promise<Engine> {
  const database = await testDatabase()
  await preseasonLeague(database, { teams, now })
  return database
}

async function insertPlayers(queries: Queries, players: readonly PreseasonPlayer[]): Promise<void> {
  await queries.execute(sql`
    insert into nhl_team (abbrev, long_name, conference, division)
    values ('OTT', 'Ottawa Senators', 'Eastern', 'Atlantic')`)
  await queries.execute(sql`
    insert into player (id, first_name, last_name, position, nhl_team)
    select id, 'Player', id::text, position, 'OTT' from ${rowsOf(players, {
      id: ['int', ({ id }) => id],
      position: ['text', ({ position }) => position],
    })}`)
  const veterans = players.filter(({ rookie }) => !rookie)
  await queries.execute(sql`
    insert into player_season (season_id, player_id, nhl_team, points, games_played, team_games_played, toi_seconds)
    select ${FORMER_SEASON_ID}::int, id, 'OTT', points, games, 82, games * 900 from ${rowsOf(veterans, {
      id: ['int', ({ id }) => id],
      points: ['int', ({ points }) => points],
      games: ['int', ({ gamesPlayed }) => gamesPlayed],
    })}`)
}

/** Teams take turns at the best of each position; then each sells one player and buys one on the last day. */
async function insertRosters(
  queries: Queries,
  teamIds: readonly number[],
  players: readonly PreseasonPlayer[],
  { formerFirst, formerLast }: { formerFirst: string; formerLast: string },
): Promise<Pick<PreseasonLeague, 'rosters' | 'sold' | 'late'>> {
  const veterans = players.filter(({ rookie }) => !rookie)
  const drafted = new Map(
    teamIds.map((teamId, place) => [
      teamId,
      POSITIONS.flatMap((position) =>
        veterans
          .filter((player) => player.position === position)
          .filter((_, index) => index % teamIds.length === place)
          .slice(0, position === 'C' ? 6 : 3),
      ).toSorted((one, other) => other.points - one.points),
    ]),
  )
  const taken = new Set([...drafted.values()].flat())
  const free = veterans.filter((player) => !taken.has(player))
  const sold = new Map(teamIds.map((teamId) => [teamId, drafted.get(teamId)?.at(-1)?.id ?? 0]))
  const late = new Map(teamIds.map((teamId, index) => [teamId, free[index]?.id ?? 0]))
  const draftDay = new Date(dayStart(addDays(formerFirst, -2), LEAGUE_DEFAULTS.timeZone))
  const lastDay = new Date(dayStart(formerLast, LEAGUE_DEFAULTS.timeZone))
  const rows = teamIds.flatMap((teamId) => [
    ...(drafted.get(teamId) ?? []).map(({ id }) => ({
      teamId,
      playerId: id,
      acquired: 'draft',
      boughtAt: draftDay,
      soldAt: sold.get(teamId) === id ? lastDay : null,
    })),
    { teamId, playerId: late.get(teamId) ?? 0, acquired: 'trade', boughtAt: lastDay, soldAt: null },
  ])
  await queries.execute(sql`
    insert into roster_entry
      (season_id, team_id, player_id, acquired, bought_at, bought_price_cents, sold_at, sold_price_cents)
    select ${FORMER_SEASON_ID}::int, team_id, player_id, acquired, bought_at, 0, sold_at,
      case when sold_at is not null then 0 end
    from ${rowsOf(rows, {
      team_id: ['int', ({ teamId }) => teamId],
      player_id: ['int', ({ playerId }) => playerId],
      acquired: ['text', ({ acquired }) => acquired],
      bought_at: ['timestamptz', ({ boughtAt }) => boughtAt],
      sold_at: ['timestamptz', ({ soldAt }) => soldAt],
    })}`)
  const rosters = new Map(
    teamIds.map((teamId) => [
      teamId,
      (drafted.get(teamId) ?? []).map(({ id }) => id).filter((id) => id !== sold.get(teamId)),
    ]),
  )
  return { rosters, sold, late }
}
