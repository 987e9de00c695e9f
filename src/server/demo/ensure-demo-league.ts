import { addDays, type Instant, type LeagueDay } from '#rules/calendar'
import type { Database, Queries } from '../store/database.ts'
import { saveNhlTable } from '../store/demo-league.ts'
import { type CurrentLeague, findLeague, lockLeague } from '../store/league.ts'
import { replaceDay } from '../store/lines.ts'
import { publishWithin } from '../store/publish.ts'
import { lastUpdate } from '../store/standings.ts'
import { createDemoLeague, type Report } from './create-demo-league.ts'
import { type DemoNhl, demoNhl, importedGames, importedLines } from './demo-nhl.ts'
import { daysFrom, lastPublishedDay, publishedAt } from './mornings.ts'
import { nhlTable } from './nhl-table.ts'

export interface Given {
  readonly database: Database
  readonly clock: () => Date
  readonly report: Report
}

/** Makes the demo league where there is none, and brings one that is there up to this morning. */
export async function ensureDemoLeague({ database, clock, report }: Given): Promise<void> {
  const now = clock().getTime()
  await database.transaction(async (queries) => {
    await lockLeague(queries)
    if ((await findLeague(queries)) === null) await createDemoLeague(queries, now, report)
    await publishMissingDays(queries, now, report)
    await database.announce(queries, 'league', '')
  })
  report(1, 'The demo league is ready')
}

/** Days that have ended since the last update, each with its own update, as if the server had run all the time. */
async function publishMissingDays(queries: Queries, now: Instant, report: Report): Promise<void> {
  const league = await findLeague(queries)
  const latest = league && (await lastUpdate(queries, league.seasonId))
  if (!league || league.demoSeed === null || !latest) return
  const { timeZone } = league.constants
  const until = lastPublishedDay(now, timeZone)
  const missing = daysFrom(addDays(latest.throughDay, 1), until < league.lastDay ? until : league.lastDay).filter(
    (day) => publishedAt(day, timeZone) > latest.publishedAt.getTime(),
  )
  if (missing.length === 0) return
  const nhl = demoNhl(league.demoSeed, league.seasonId, league.firstDay)
  for (const [index, day] of missing.entries()) {
    report(0.95 + (0.05 * index) / missing.length, `Publishing ${day}`)
    await publishDay(queries, league, nhl, day)
  }
  const last = missing.at(-1)
  if (!last) return
  const played = daysFrom(league.firstDay, last).flatMap((day) => nhl.season.played(day))
  await saveNhlTable(queries, league.seasonId, nhlTable(nhl.season.fixtures, played))
}

async function publishDay(queries: Queries, league: CurrentLeague, { season }: DemoNhl, day: LeagueDay): Promise<void> {
  const played = season.played(day)
  const fixtures = season.fixtures.filter(({ date }) => date === day)
  await replaceDay(queries, league.seasonId, day, {
    games: importedGames(season, played, fixtures),
    lines: importedLines(season, played),
  })
  await publishWithin(queries, league.seasonId, new Date(publishedAt(day, league.constants.timeZone)))
}
