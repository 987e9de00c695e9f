import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/engine/database'
import type { SimGame } from '#server/demo/simulation/game'
import { correctedAt, correctedGame, correctedLateAt, demoNhl, lateCorrectedGame } from '#server/demo/simulation/season'
import { emptyLeague } from './empty-league.ts'

/** A season of the simulated NHL from its first day; its mornings begin at five in Toronto. */
export const simulated = { demoSeed: 1995, seasonId: 20262027, firstDay: '2026-10-06' }
export const nhl = demoNhl(simulated)

/** A league that has been set up for the season and has no statistics yet. */
export async function simulatedLeague(): Promise<Database> {
  const database = await emptyLeague({
    id: simulated.seasonId,
    firstDay: simulated.firstDay,
    lastDay: nhl.season.lastDay,
  })
  await database.transaction((queries) => queries.execute(sql`update league set demo_seed = ${simulated.demoSeed}`))
  return database
}

/** What the simulator played on the days, as texts like those of `linesIn`; corrected as far as known at the time. */
export function playedLines(days: readonly string[], at: Date): string[] {
  return days
    .flatMap((day) =>
      nhl.season.played(day).flatMap((played) => {
        const fixture = nhl.season.fixtures.find(({ id }) => id === played.id)
        if (!fixture) return []
        const late = correctedLateAt(fixture) <= at.getTime() ? lateCorrectedGame(played) : null
        const game = late ?? (correctedAt(fixture) <= at.getTime() ? correctedGame(played) : null) ?? played
        return [...textsOf(game, 'home', fixture.home.abbrev), ...textsOf(game, 'away', fixture.away.abbrev)]
      }),
    )
    .sort()
}

const textsOf = (game: SimGame, side: 'home' | 'away', club: string): string[] =>
  game[side].lines.map((line) => {
    const skater = line.kind === 'skater'
    return [
      game.id,
      line.playerId,
      club,
      line.goals,
      line.assists,
      skater ? line.powerPlayGoals : 0,
      skater ? line.shortHandedGoals : 0,
      skater ? line.gameWinningGoals : 0,
      skater ? 0 : line.wins,
      skater ? 0 : line.overtimeLosses,
      skater ? 0 : line.shutouts,
      line.toiSeconds,
    ].join(' ')
  })

export async function linesIn(database: Database, table: 'official_line' | 'pending_line'): Promise<string[]> {
  const { rows } = await database.transaction((queries) =>
    queries.execute<{ line: string }>(sql`
      select concat_ws(' ', game_id, player_id, nhl_team, goals, assists, power_play_goals, short_handed_goals,
        game_winning_goals, wins, overtime_losses, shutouts, toi_seconds) as line
      from ${sql.identifier(table)}`),
  )
  return rows.map(({ line }) => line).sort()
}
