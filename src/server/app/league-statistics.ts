import { MORNING_HOUR } from '../demo/simulation/mornings.ts'
import { NhlApi } from '../nhl/nhl-api.ts'
import { politeClient } from '../nhl/polite-client.ts'
import type { ScheduleTimes } from '../schedule/due.ts'
import type { LeagueStatistics } from '../schedule/scheduled-work.ts'
import type { Env } from '../settings/env.ts'

/** The demo league's past updates have this time, and so have those it catches up with at a start. */
const DEMO_UPDATE_MINUTES = MORNING_HOUR * 60

/** The NHL's API, and for a demo league the simulated NHL that answers like it. */
export const leagueStatistics = (nhlApi: Env['nhlApi'], times: ScheduleTimes, clock: () => Date): LeagueStatistics => ({
  async read({ demoSeed, seasonId, firstDay }, signal, work) {
    if (demoSeed === null) return work(new NhlApi(nhlApi, politeClient({ signal })))
    const { withSimulatedNhl } = await import('../demo/nhl/simulated-source.ts')
    await withSimulatedNhl({ demoSeed, seasonId, firstDay }, clock, work, signal)
  },
  timesOf: ({ demoSeed }) => (demoSeed === null ? times : { ...times, publishAtMinutes: DEMO_UPDATE_MINUTES }),
})
