import { importGames, importLeague } from '../nhl/import-league.ts'
import { type ImportRun, nhlDay, nothingYet } from '../nhl/import-run.ts'
import { NhlApi } from '../nhl/nhl-api.ts'
import { politeClient } from '../nhl/polite-client.ts'
import type { NhlSource } from '../nhl/source.ts'
import { SourceRefusal, SourceUnavailable } from '../nhl/source-error.ts'
import { openTableFiles } from '../nhl/table-files.ts'
import { keptGames, settledDays } from '../store/import-days.ts'
import { countPending } from '../store/setup-league.ts'
import { DRY_RUN, realLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { JobRefusal, type Workplace } from './workplace.ts'

/** Reads what is new at the NHL, or in the table files of a season. Members see it when it is published. */
export async function importStatistics(job: JobOf<'import'>, workplace: Workplace): Promise<void> {
  const { database, clock, signal, progress, say } = workplace
  await database.transaction(realLeague)
  try {
    const source = await openSource(job, workplace)
    if (job.dryRun) return await tellPlan(source, workplace)
    const run: ImportRun = { database, source, clock, signal, report: progress }
    const outcome = nothingYet()
    const free = await database.exclusively(async () => {
      Object.assign(outcome, await (job.recent ? importGames(run) : importLeague(run)))
    })
    if (!free) throw new JobRefusal('The server is importing at this moment; try again in a few minutes.')
    say(
      `Read ${outcome.days} days with ${outcome.lines} lines from ${source.name}; ${outcome.changedLines} lines were new or different.`,
    )
    const pending = await database.transaction(countPending)
    if (pending.lines > 0) say(`${pending.lines} lines wait for an official update: npm run league -- publish`)
    if (outcome.refused.length > 0) {
      throw new JobRefusal(
        [...outcome.refused, 'The rest is imported; what was refused is asked for again next time.'].join('\n'),
      )
    }
  } catch (error) {
    if (error instanceof SourceRefusal) throw new JobRefusal(error.message)
    if (error instanceof SourceUnavailable) throw new JobRefusal(`${error.message} What was read so far is kept.`)
    throw error
  }
}

/** The table files in a folder, or the NHL's API. */
export async function openSource(
  { from }: Pick<JobOf<'import'>, 'from'>,
  { clock, nhlApi, signal }: Workplace,
): Promise<NhlSource> {
  return from === null ? new NhlApi(nhlApi, politeClient({ signal })) : openTableFiles(from, nhlDay(clock))
}

async function tellPlan(source: NhlSource, { database, clock, say }: Workplace): Promise<void> {
  const league = await database.transaction(realLeague)
  const games = await source.schedule(league.seasonId, league.firstDay, league.lastDay)
  const [kept, settled] = await database.transaction(async (queries) => [
    await keptGames(queries, league.seasonId),
    await settledDays(queries, league.seasonId),
  ])
  const today = nhlDay(clock)
  const days = [...new Set(games.map(({ date }) => date))].filter((day) => day <= today && !settled.has(day)).sort()
  say(`${source.name}: ${games.length} games of the season, of which ${kept.size} are known.`)
  say(days.length === 0 ? 'No day is missing.' : `Would read ${days.length} days, ${days[0]} to ${days.at(-1)}.`)
  say(DRY_RUN)
}
