import { eq, inArray } from 'drizzle-orm'
import { addDays, leagueDay, mondayOf } from '#rules/calendar'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import type { Database } from '#server/db/engine/database'
import * as tables from '#server/db/tables/tables'
import { currentLeague } from '#server/league/league'

/** Everything as it lies in the tables, to be recomputed without the store's own queries. */
export const readTables = (database: Database) =>
  database.transaction(async (queries) => {
    const league = await currentLeague(queries)
    const all = <Row extends { seasonId: number }>(rows: Row[]) =>
      rows.filter((row) => row.seasonId === league.seasonId)
    const games = new Map(all(await queries.select().from(tables.game)).map((game) => [game.id, game]))
    // Without those of last season, four of five, which take a second.
    const ofSeason = queries
      .select({ id: tables.game.id })
      .from(tables.game)
      .where(eq(tables.game.seasonId, league.seasonId))
    const rows = await queries.select().from(tables.officialLine).where(inArray(tables.officialLine.gameId, ofSeason))
    const lines = rows.flatMap((line) => {
      const game = games.get(line.gameId)
      return game ? [{ ...line, game }] : []
    })
    const byPlayer = new Map<number, typeof lines>()
    for (const line of lines) {
      const own = byPlayer.get(line.playerId) ?? []
      own.push(line)
      byPlayer.set(line.playerId, own)
    }
    const entries = all(await queries.select().from(tables.rosterEntry))
    const ids = new Set(entries.map(({ id }) => id))
    return {
      league,
      games,
      lines,
      linesOf: (playerId: number) => byPlayer.get(playerId) ?? [],
      played: new Set(lines.map(({ gameId }) => gameId)),
      players: await queries.select().from(tables.player),
      teams: await queries.select().from(tables.team),
      cash: new Map(all(await queries.select().from(tables.teamSeason)).map((row) => [row.teamId, row.cashCents])),
      entries,
      scratched: (await queries.select().from(tables.scratchInterval)).filter(({ entryId }) => ids.has(entryId)),
    }
  })
export type Tables = Awaited<ReturnType<typeof readTables>>

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Half up, which for amounts that are not negative is half away from zero; to the hundredth. */
const hundredths = (exact: number): number => Math.round(Number((exact * 100).toFixed(6))) / 100

/** A player's numbers, from his lines alone. */
export function reckonPlayer(
  { league, games, linesOf, played, players, entries }: Tables,
  playerId: number,
  now: Date,
) {
  const player = players.find(({ id }) => id === playerId)
  if (!player) throw new Error(`no player ${playerId}`)
  const own = linesOf(playerId)
  const worth = (line: (typeof own)[number]) => (player.position === 'G' ? goaliePoints(line) : skaterPoints(line))
  const monday = mondayOf(leagueDay(now.getTime(), league.constants.timeZone))
  const between = (from: string, to: string) =>
    sum(own.filter(({ game }) => game.gameDate >= from && game.gameDate < to).map(worth))
  const points = sum(own.map(worth))
  const teamGamesPlayed = [...games.values()].filter(
    ({ id, home, away }) => played.has(id) && [home, away].includes(player.nhlTeam ?? ''),
  ).length
  const projected = teamGamesPlayed === 0 ? 0 : (points * 82) / teamGamesPlayed
  return {
    points,
    pointsThisWeek: between(monday, '9999'),
    pointsLastWeek: between(addDays(monday, -7), monday),
    projectedPoints: hundredths(projected),
    gamesPlayed: own.length,
    teamGamesPlayed,
    toiPerGp: own.length === 0 ? null : Math.round(sum(own.map(({ toiSeconds }) => toiSeconds)) / own.length),
    buyPrice: hundredths(points + Math.min(hundredths(points * 0.1), hundredths(projected * 0.05))),
    owner: entries.find((entry) => entry.playerId === playerId && entry.soldAt === null)?.teamId,
  }
}

/** What an entry's player made while he sat out, and what he is worth to the team. */
export function reckonEntry({ linesOf, players, scratched }: Tables, entry: Tables['entries'][number]) {
  const goalie = players.find(({ id }) => id === entry.playerId)?.position === 'G'
  const own = linesOf(entry.playerId)
  const intervals = scratched.filter(({ entryId }) => entryId === entry.id)
  const satOut = own.filter(({ game: { startTime } }) =>
    intervals.some(
      ({ scratchedAt, dressedAt }) =>
        startTime >= scratchedAt && startTime < (dressedAt ?? entry.soldAt ?? new Date('9999-01-01')),
    ),
  )
  const worth = (of: typeof own) => sum(of.map((line) => (goalie ? goaliePoints(line) : skaterPoints(line))))
  const scratchPoints = worth(satOut)
  const sold = entry.soldPriceCents === null ? null : entry.soldPriceCents / 100
  return {
    scratchPoints,
    teamPoints: sold ?? worth(own) - scratchPoints,
    scratched: entry.soldAt === null && intervals.some(({ dressedAt }) => dressedAt === null),
  }
}
