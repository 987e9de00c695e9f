import { addDays } from '#rules/calendar'
import type { Queries } from '../store/database.ts'
import { keptGames, settledDays } from '../store/import-days.ts'
import { findLeague } from '../store/league.ts'
import type { ImportedGame } from '../store/lines.ts'
import { importCareers } from './import-careers.ts'
import { importClubs } from './import-clubs.ts'
import { importDays, REREAD_DAYS } from './import-days.ts'
import { readRosters, saveRosters } from './import-rosters.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, nhlDay, nothingYet, orRefused } from './import-run.ts'
import { importSchedule } from './import-schedule.ts'

/** Games that were put off have been made up for so many days after the season's last. */
const MADE_UP_DAYS = 14

async function presentSeason(queries: Queries): Promise<ImportSeason> {
  const league = await findLeague(queries)
  if (!league) throw new Error('There is no league to import for')
  return { id: league.seasonId, firstDay: league.firstDay, lastDay: league.lastDay }
}

const schedule = async (...given: Parameters<typeof importSchedule>): Promise<ImportedGame[]> =>
  (await orRefused(given[3], () => importSchedule(...given))) ?? []

/** A share of the whole progress. */
const part =
  (report: ImportRun['report'], from: number, to: number) =>
  (done: number, what: string): void =>
    report?.(from + (to - from) * done, what)

/**
 * Everything that is new at the source: standings, the whole schedule, rosters, every day that is not settled yet and
 * the last few days again, earlier seasons of new players. Run it daily; whatever an earlier run left undone is done.
 */
export async function importLeague(run: ImportRun): Promise<ImportOutcome> {
  const season = await run.database.transaction(presentSeason)
  const outcome = nothingYet()
  run.report?.(0, 'standings')
  await importClubs(run, season, outcome)
  run.report?.(0.02, 'schedule')
  const games = await schedule(run, season, [season.firstDay, addDays(season.lastDay, MADE_UP_DAYS)], outcome)
  const rosters = await readRosters(run, season, outcome, part(run.report, 0.1, 0.2))
  await importDays(run, season, games, outcome, part(run.report, 0.2, 0.7))
  await saveRosters(run, season, rosters, outcome)
  await importCareers(run, season, outcome, part(run.report, 0.7, 1))
  run.report?.(1, 'done')
  return outcome
}

/** What changes while games are on: their lines and the standings. About ten calls, every half hour of a game night. */
export async function importGames(run: ImportRun): Promise<ImportOutcome> {
  const season = await run.database.transaction(presentSeason)
  const outcome = nothingYet()
  const today = nhlDay(run.clock)
  if (today < season.firstDay || today > addDays(season.lastDay, MADE_UP_DAYS)) return outcome
  const from = await run.database.transaction((queries) => firstOpenDay(queries, season, addDays(today, -REREAD_DAYS)))
  // A week ahead comes with the same answer, and with it the new day of a game that is put off.
  const games = await schedule(run, season, [from, addDays(today, 6)], outcome)
  await importDays(run, season, games, outcome, part(run.report, 0, 0.95))
  await importClubs(run, season, outcome)
  run.report?.(1, 'done')
  return outcome
}

/** The first day with games that are not settled, or the first one to be read again. */
async function firstOpenDay(queries: Queries, season: ImportSeason, reread: string): Promise<string> {
  const settled = await settledDays(queries, season.id)
  const open = [...(await keptGames(queries, season.id)).values()]
    .map(({ date }) => date)
    .filter((day) => !settled.has(day) && day < reread)
    .sort()
  return open[0] ?? (reread > season.firstDay ? reread : season.firstDay)
}
