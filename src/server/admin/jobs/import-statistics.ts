import { seasonName } from '#rules/calendar'
import { counted } from '#rules/counted'
import { sumsSentence } from '../../nhl/check-sums.ts'
import { daysToRead, lastDays } from '../../nhl/import-days.ts'
import { importDaysAgain, importGames, importLeague } from '../../nhl/import-league.ts'
import {
  type DayRange,
  daysOfSeason,
  type ImportOutcome,
  type ImportRun,
  nhlDay,
  nothingYet,
} from '../../nhl/import-run.ts'
import { NhlApi } from '../../nhl/nhl-api.ts'
import { politeClient } from '../../nhl/polite-client.ts'
import { noteOutcome, reportedImport } from '../../nhl/reported-import.ts'
import { concludeSeasonReading } from '../../nhl/season-reading.ts'
import type { NhlSource } from '../../nhl/source.ts'
import { SourceRefusal, SourceUnavailable } from '../../nhl/source-error.ts'
import { openTableFiles } from '../../nhl/table-files.ts'
import { keptGames } from '../../store/subjects/import-days.ts'
import type { CurrentLeague } from '../../store/subjects/league.ts'
import { refuseClockBehind } from '../../store/subjects/publish.ts'
import { countPending, countPlayers } from '../../store/subjects/setup-league.ts'
import { auditCommand } from './audit-command.ts'
import { DRY_RUN, realLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { afterImport, COMMAND, sayNext } from './next-steps.ts'
import { takeOverFile } from './take-over.ts'

type Days = JobOf<'import'>['days']

/** Reads what is new at the NHL, or in the table files of a season. Members see it when it is published. */
export async function importStatistics(job: JobOf<'import'>, context: JobContext): Promise<void> {
  const { database, clock, signal, progress, say } = context
  const league = await database.transaction(async (queries) => {
    const found = await realLeague(queries)
    // Games that have been played would lie in the future again.
    await refuseClockBehind(queries, clock())
    return found
  })
  if (typeof job.days === 'object') refuseOtherDays(job.days, league, nhlDay(clock))
  try {
    const source = await openSource(job, context)
    const [ofFiles] = job.from === null ? [] : await source.seasons()
    if (ofFiles && ofFiles.id !== league.seasonId) {
      say(
        `The files in ${job.from} are of ${seasonName(ofFiles.id)}: they give players and earlier seasons, and no games of ${seasonName(league.seasonId)}.`,
      )
    }
    if (job.dryRun) return await tellPlan(source, league, job.days, context)
    const run: ImportRun = {
      database,
      source,
      clock,
      signal,
      report: progress,
      afterwards: takeOverFile(context),
    }
    const outcome = nothingYet()
    const free = await database.exclusively(async () => {
      const began = clock()
      Object.assign(outcome, await reportedImport(run, importOf(job.days, league)))
      // Single days say nothing of the others.
      if (typeof job.days === 'string') {
        await noteOutcome(run, job.days === 'recent' ? 'games' : 'everything', began, outcome)
      }
      if (!outcome.whole || outcome.brokeOff) return
      const { check, setAside } = await concludeSeasonReading(run, began, outcome)
      if (check) say(sumsSentence(check))
      outcome.setAside.push(...setAside)
    })
    if (!free) throw new JobRefusal('The server is importing at this moment; try again in a few minutes.')
    for (const sentence of outcome.notes) say(sentence)
    const { pending, size, next } = await database.transaction(async (queries) => {
      const { days, changedLines, refused, brokeOff } = outcome
      await auditCommand(queries, clock(), 'command.import', { days, changedLines })
      const pending = await countPending(queries)
      const isWithoutGames = pending.lines === 0 && refused.length === 0 && !brokeOff
      return {
        pending,
        size: await countPlayers(queries),
        next: isWithoutGames ? await afterImport(queries, league) : [],
      }
    })
    say(
      next.length > 0
        ? `${counted(size.players, 'player')} of ${counted(size.clubs, 'club')} are up to date; no game has been played yet.`
        : outcome.days === 0 && outcome.refused.length === 0 && !outcome.brokeOff
          ? `${counted(size.players, 'player')} of ${counted(size.clubs, 'club')} are up to date; no games to read.`
          : `Read ${counted(outcome.days, 'day')} with ${counted(outcome.lines, 'line')} from ${source.name}; ${counted(outcome.changedLines, 'line')} new or different.`,
    )
    if (pending.lines > 0) say(`${counted(pending.lines, 'line')} waiting for an official update: ${COMMAND} publish`)
    const { refused, setAside, brokeOff } = outcome
    for (const sentence of setAside) say(sentence)
    if (refused.length > 0) {
      throw new JobRefusal(
        [
          ...refused,
          ...(brokeOff ? [brokeOff.message] : []),
          'The rest is imported; what was refused stays as it was, and is asked for again next time.',
        ].join('\n'),
      )
    }
    if (brokeOff) throw brokeOff
    sayNext(say, next)
  } catch (error) {
    if (error instanceof SourceRefusal) throw new JobRefusal(error.message)
    if (error instanceof SourceUnavailable) throw new JobRefusal(`${error.message} What was read so far is kept.`)
    throw error
  }
}

function importOf(days: Days, league: CurrentLeague): (run: ImportRun) => Promise<ImportOutcome> {
  if (days === 'new') return (run) => importLeague(run)
  if (days === 'recent') return importGames
  if (days === 'all') return (run) => importLeague(run, daysOfSeason(league))
  return (run) => importDaysAgain(run, days)
}

function refuseOtherDays({ from, through }: DayRange, league: CurrentLeague, today: string): void {
  const season = daysOfSeason(league)
  if (through < season.from) {
    throw new JobRefusal(
      `The days ${from}..${through} lie before the season ${seasonName(league.seasonId)}, and a season that is over takes no more corrections: its standings are final.`,
    )
  }
  if (from < season.from || through > season.through) {
    throw new JobRefusal(
      `The days ${from}..${through} are not all of the season ${seasonName(league.seasonId)}, whose games are played from ${season.from} to ${season.through} at the latest.`,
    )
  }
  if (from > today) throw new JobRefusal(`The days ${from}..${through} are still ahead; today is ${today}.`)
}

/** The table files in a folder, or the NHL's API. */
export async function openSource(
  { from }: Pick<JobOf<'import'>, 'from'>,
  { clock, nhlApi, signal }: JobContext,
): Promise<NhlSource> {
  return from === null
    ? new NhlApi(nhlApi, politeClient({ pauseMs: nhlApi.pauseMs, signal }))
    : openTableFiles(from, nhlDay(clock))
}

/** The days that are read again although they are final. */
function againOf(days: Days, league: CurrentLeague, clock: () => Date): DayRange {
  if (days === 'all') return daysOfSeason(league)
  return typeof days === 'object' ? days : lastDays(clock)
}

async function tellPlan(
  source: NhlSource,
  league: CurrentLeague,
  days: Days,
  { database, clock, say }: JobContext,
): Promise<void> {
  const { from, through } = typeof days === 'object' ? days : daysOfSeason(league)
  const { games, odd, unread } = await source.schedule(league.seasonId, from, through)
  const kept = await database.transaction((queries) => keptGames(queries, league.seasonId))
  const known = games.filter(({ id }) => kept.has(id)).length
  say(`${source.name}: ${games.length} games, of which ${known} are known.`)
  const unreadable = [...odd.map(({ why }) => why), ...unread.map(({ why }) => why.message)]
  for (const why of unreadable) say(`Cannot be read: ${why}`)
  const season = { ...league, id: league.seasonId }
  const toRead = await daysToRead({ database, clock }, season, games, againOf(days, league, clock))
  const all = [...toRead.days.keys()]
  say(all.length === 0 ? 'No day is missing.' : `Would read ${counted(all.length, 'day')}, ${all[0]} to ${all.at(-1)}.`)
  say(DRY_RUN)
}
