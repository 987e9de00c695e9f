import { setTimeout as delay } from 'node:timers/promises'
import { addDays, type Instant } from '#rules/calendar'
import type { Database, Queries } from '../db/engine/database.ts'
import { type CurrentLeague, findLeague, lastUpdate, lockLeague } from '../league/league.ts'
import { publish } from '../league/standings/publish.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import { foundDemoLeague, midSeason } from './create-demo-league.ts'
import { draftNight } from './draft-night.ts'
import { gameNight } from './game-night.ts'
import { type DemoLeague, importSimulatedNhl, type Report, type Scenario } from './scenario.ts'
import { daysFrom, lastPublishedDay, publishedAt } from './simulation/game-calendar.ts'
import { demoNhl } from './simulation/season.ts'

export interface Given {
  readonly database: Database
  readonly clock: () => Date
  readonly report: Report
  /** For a new league; an existing one keeps its own. */
  readonly scenario?: Scenario
  /** Stops it before its next step; another call continues. */
  readonly signal?: AbortSignal
}

const LOOK_AGAIN_MS = 500

/** Makes the demo league where there is none, and brings one that is there up to this morning. */
export async function ensureDemoLeague({
  database,
  clock,
  scenario = midSeason,
  signal,
  ...given
}: Given): Promise<void> {
  const report: Report = (done, what) => {
    signal?.throwIfAborted()
    given.report(done, what)
  }
  const now = clock().getTime()
  await database.transaction(async (queries) => {
    await lockLeague(queries)
    if ((await findLeague(queries)) === null) await foundDemoLeague(queries, now, scenario)
  })
  const make = async () => {
    const known = await state(database)
    if (!known) return
    if (!known.latest) await scenarioOf(known.league).play(database, known.league, now, report)
    await publishMissingDays(database, now, report)
  }
  // Of several processes that start together one makes the league, and the others wait for it.
  while (!(await database.exclusively(make))) await delay(LOOK_AGAIN_MS, undefined, { signal })
  report(1, 'The demo league is ready')
}

const scenarioOf = ({ demoSeed }: DemoLeague): Scenario =>
  [draftNight, gameNight].find(({ seed }) => seed === demoSeed) ?? midSeason

/** A scenario is played with its own league; any other stays as it is. */
export async function refuseOtherLeague(queries: Queries, name: string, { seed }: Scenario): Promise<void> {
  const league = await findLeague(queries)
  if (league === null || league.demoSeed === seed) return
  throw new StartRefusal(
    `--scenario ${name} has its separate league, and this database holds the league "${league.name}"; set DATA_DIR or DATABASE_URL to another one.`,
  )
}

/** Null for a league with real statistics. */
const state = (database: Database) =>
  database.transaction(async (queries) => {
    const league = await findLeague(queries)
    if (!league || league.demoSeed === null) return null
    return {
      league: { ...league, demoSeed: league.demoSeed },
      latest: await lastUpdate(queries, league.seasonId),
    }
  })

const missingDays = (league: CurrentLeague, latest: { publishedAt: Date; throughDay: string }, now: Instant) => {
  const { timeZone } = league.constants
  const until = lastPublishedDay(now, timeZone)
  return daysFrom(addDays(latest.throughDay, 1), until < league.lastDay ? until : league.lastDay).filter(
    (day) => publishedAt(day, timeZone) > latest.publishedAt.getTime(),
  )
}

/** Days that have ended since the last update, each with its own update, as if the server had run all the time. */
async function publishMissingDays(database: Database, now: Instant, report: Report): Promise<void> {
  const known = await state(database)
  if (!known?.latest) return
  const { league, latest } = known
  const missing = missingDays(league, latest, now)
  if (missing.length === 0) return
  for (const [index, day] of missing.entries()) {
    report(0.95 + (0.05 * index) / missing.length, `Publishing ${day}`)
    const at = publishedAt(day, league.constants.timeZone)
    await importSimulatedNhl(database, demoNhl(league), at, 'games')
    await database.transaction(async (queries) => {
      await publish(queries, league.seasonId, new Date(at))
      await database.announce(queries, 'answers', String(league.seasonId))
    })
  }
}
