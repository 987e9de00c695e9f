import type { Logger } from 'pino'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { getTonight } from '#contract/tonight'
import { type Bounds, dayBounds, leagueDay } from '#rules/calendar'
import { nightBounds, nightOf } from '#rules/tonight'
import type { Database, Engine } from '../db/engine/database.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { watchWrites } from '../db/write-health.ts'
import { shownFrom } from '../http/answers/pictures.ts'
import type { Context } from '../http/context.ts'
import { LoginLimits } from '../http/limits/login-limits.ts'
import { PreparedAnswers } from '../http/prepared.ts'
import { WrittenEvents } from '../http/written-events.ts'
import { findLeague, isOwnLeague } from '../league/league.ts'
import { otherSentences } from '../league/records/sentences.ts'
import { createIdentity } from '../login/identity.ts'
import { playerLookUp } from '../nhl/import/look-up.ts'
import type { Env } from '../settings/env.ts'
import { createLog } from '../settings/logging.ts'
import { resolveLoginMethod } from '../settings/login.ts'
import { version } from '../settings/version.ts'
import { playerFinder } from './league-statistics.ts'

export interface Given {
  log?: Logger
  /** Opened and migrated by the caller. */
  database?: Database
  clock?: () => Date
}

export async function createContext(env: Env, given: Given = {}): Promise<Context> {
  const log = given.log ?? createLog(env)
  log.info(`Hockey Pool ${version}`)
  const watched = watchWrites(given.database ?? (await openMigrated(env, log)), log)
  try {
    const clock = given.clock ?? (await clockFor(env, watched.database))
    return await contextOf({ env, log, clock, ...watched })
  } catch (error) {
    await watched.database.close().catch(() => {})
    throw error
  }
}

/** The machine's, but for a night of games: that one continues from where it was left. */
async function clockFor({ gameNight }: Env, database: Database): Promise<() => Date> {
  if (!gameNight) return () => new Date()
  const { nightClock } = await import('../demo/game-night.ts')
  return database.transaction((queries) => nightClock(queries, gameNight.pace))
}

async function contextOf({
  env,
  log,
  clock,
  database,
  writes,
}: Pick<Context, 'env' | 'log' | 'clock' | 'database' | 'writes'>): Promise<Context> {
  let timeZone: string = LEAGUE_DEFAULTS.timeZone
  const tonight = { isPremium: false }
  const readLeague = async () => {
    const league = await database.transaction(findLeague)
    timeZone = league?.constants.timeZone ?? timeZone
    tonight.isPremium = league?.tonightPremium ?? false
    return league
  }
  const league = await readLeague()
  const login = resolveLoginMethod(env, isOwnLeague(league))
  if (!league && !(env.demoLeague && login === 'trial')) log.warn('There is no league yet: npm run league -- init')
  const prepared = new PreparedAnswers(leagueToday(clock, () => timeZone))
  const stops = [
    await database.listen('answers', () => prepared.forget()),
    await database.listen('scores', () => prepared.forget(getTonight)),
    await database.listen('league', () => {
      prepared.forget()
      readLeague().catch((error: unknown) => log.error({ err: error }, 'The league could not be read'))
    }),
  ]
  const closing: (() => void | Promise<void>)[] = []
  const identity = createIdentity({ env, login, database, log, clock })
  return {
    env,
    log,
    database,
    clock,
    prepared,
    login,
    writtenEvents: new WrittenEvents(),
    sentences: new Map(otherSentences),
    identity,
    loginLimits: new LoginLimits(env),
    isPictureShown: shownFrom(env.pictureHosts),
    readiness: { ready: false },
    tonight,
    writes,
    lookUpPlayer: playerLookUp({ database, find: playerFinder(env.nhlApi, clock) }),
    whenClosing: (stop) => void closing.push(stop),
    close: () => closeAll(closing, stops, [() => database.close()]),
  }
}

async function openMigrated(env: Env, log: Logger): Promise<Engine> {
  const database = await openDatabase(env, log, 'serving')
  try {
    const applied = await migrate(database)
    if (applied.length > 0) log.info({ applied }, 'Brought the database up to date')
    return database
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

/** The league's day and the night's. Worked out once for each, since that costs more than sending a prepared answer. */
function leagueToday(clock: () => Date, timeZone: () => string): () => string {
  let known: ({ today: string; timeZone: string } & Bounds) | null = null
  return () => {
    const now = clock().getTime()
    if (known?.timeZone !== timeZone() || now < known.from || now >= known.until) {
      const day = leagueDay(now, timeZone())
      const bounds = [dayBounds(day, timeZone()), nightBounds(now)] as const
      known = {
        today: `${day} ${nightOf(now)}`,
        timeZone: timeZone(),
        from: Math.max(...bounds.map(({ from }) => from)),
        until: Math.min(...bounds.map(({ until }) => until)),
      }
    }
    return known.today
  }
}

/**
 * Runs the steps of a stage together, and the stages one after the other. A step that fails does not prevent the
 * others; what failed is thrown at the end.
 */
export async function closeAll(...stages: (() => unknown)[][]): Promise<void> {
  const failures: unknown[] = []
  for (const stage of stages) {
    const results = await Promise.allSettled(stage.map(async (step) => step()))
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason)
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'Several parts could not be closed')
}
