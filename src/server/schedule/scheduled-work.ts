import type { Logger } from 'pino'
import { MORNING_HOUR } from '../demo/mornings.ts'
import type { Env } from '../env.ts'
import { importGames, importLeague } from '../nhl/import-league.ts'
import type { Database } from '../store/database.ts'
import { lockImports } from '../store/import-days.ts'
import { type CurrentLeague, findLeague } from '../store/league.ts'
import { publishWithin } from '../store/publish.ts'
import { type ImportKind, noteImport, type ScheduleState, scheduleState } from '../store/schedule.ts'
import { isImportOfEverythingDue, isImportOfGamesDue, isUpdateDue, type ScheduleTimes } from './due.ts'
import { withStatistics } from './statistics-source.ts'

export interface ScheduleGiven {
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly nhlApi: Env['nhlApi']
  readonly times: ScheduleTimes
  readonly signal: AbortSignal
}

interface Now {
  readonly league: CurrentLeague
  readonly state: ScheduleState
  readonly now: number
}

/** The demo league's past is made of updates at this time, and so is what it catches up with at a start. */
const DEMO_UPDATE_MINUTES = MORNING_HOUR * 60

const timesOf = ({ demoSeed }: CurrentLeague, times: ScheduleTimes): ScheduleTimes =>
  demoSeed === null ? times : { ...times, publishAtMinutes: DEMO_UPDATE_MINUTES }

/** Null while there is no league. */
const lookNow = ({ database, clock }: ScheduleGiven): Promise<Now | null> =>
  database.transaction(async (queries) => {
    const league = await findLeague(queries)
    const now = clock().getTime()
    return league && { league, now, state: await scheduleState(queries, league.seasonId, now) }
  })

const importDue = ({ state, league, now }: Now, given: ScheduleTimes): ImportKind | null => {
  const times = timesOf(league, given)
  if (isImportOfEverythingDue(state, league, times, now)) return 'everything'
  return isImportOfGamesDue(state, league, times, now) ? 'games' : null
}

const updateDue = ({ state, league, now }: Now, times: ScheduleTimes): boolean =>
  isUpdateDue(state, league, timesOf(league, times), now)

/** Does what is due by now: an import, and after one that went through the official update whose time has come. */
export async function doScheduledWork(given: ScheduleGiven): Promise<void> {
  const { database, times } = given
  const before = await lookNow(given)
  if (!before || !(importDue(before, times) || updateDue(before, times))) return
  // Another process that does it already is left to it: whatever remains is due the next time.
  await database.exclusively(async () => {
    const due = await lookNow(given)
    const kind = due && importDue(due, times)
    if (due && kind) await importByKind(given, due.league, kind)
    if (due) await publishWhenDue(given)
  })
}

async function importByKind(given: ScheduleGiven, league: CurrentLeague, kind: ImportKind): Promise<void> {
  const { database, clock, log, signal } = given
  const began = clock().getTime()
  await withStatistics(league, given, async (source) => {
    const run = { database, source, clock, signal }
    const { days, changedLines, refused } = await (kind === 'everything' ? importLeague(run) : importGames(run))
    for (const sentence of refused) log.warn(`Not imported: ${sentence}`)
    log.info(`Read ${days} days from ${source.name}, ${changedLines} lines of them new or different`)
  })
  await database.transaction((queries) => noteImport(queries, kind, began))
}

/** Looks again within the transaction, so that nobody else's update is followed by an empty one. */
async function publishWhenDue({ database, clock, log, times }: ScheduleGiven): Promise<void> {
  const published = await database.transaction(async (queries) => {
    await lockImports(queries)
    const league = await findLeague(queries)
    const now = clock()
    if (!league) return false
    const state = await scheduleState(queries, league.seasonId, now.getTime())
    if (!isUpdateDue(state, league, timesOf(league, times), now.getTime())) return false
    await publishWithin(queries, league.seasonId, now)
    await database.announce(queries, 'answers', String(league.seasonId))
    return true
  })
  if (published) log.info('Published an official update')
}
