import { leagueSources, leagueStatistics } from '#server/app/league-statistics'
import type { Database } from '#server/db/engine/database'
import { type ScheduleGiven, scheduledWork } from '#server/schedule/scheduled-work'
import type { Env } from '#server/settings/env'

/** No server answers there. */
const NOWHERE = { web: 'http://127.0.0.1:1', stats: 'http://127.0.0.1:1' }

/** A process with a schedule: what it does when its clock says so, and what it has said. */
export function scheduledProcess(database: Database, clock: () => Date, nhlApi: Env['nhlApi'] = NOWHERE) {
  const said: string[] = []
  const alarms: string[] = []
  const say = (...told: unknown[]) => void said.push(String(told.at(-1)))
  const given: ScheduleGiven = {
    database,
    clock,
    log: {
      info: say,
      warn: say,
      error: (...told: unknown[]) => {
        say(...told)
        alarms.push(String(told.at(-1)))
      },
    },
    statistics: leagueStatistics(leagueSources(nhlApi, clock), { importEveryMinutes: 30, publishAtMinutes: 5 * 60 }),
    signal: new AbortController().signal,
  }
  return { said, alarms, given, work: scheduledWork(given) }
}
