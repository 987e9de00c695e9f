import { MORNING_HOUR } from '../demo/simulation/mornings.ts'
import { NhlApi } from '../nhl/nhl-api.ts'
import { politeClient, RequestLine } from '../nhl/polite-client.ts'
import { scoresOfApi } from '../nhl/score-source.ts'
import type { FoundPlayer, NhlSource } from '../nhl/source.ts'
import type { ScheduleTimes } from '../schedule/due.ts'
import type { LeagueStatistics } from '../schedule/scheduled-work.ts'
import type { Env } from '../settings/env.ts'
import type { CurrentLeague } from '../store/subjects/league.ts'

/** The demo league's past updates have this time, and so have those it catches up with at a start. */
const DEMO_UPDATE_MINUTES = MORNING_HOUR * 60

/** The next poll, or the member's next search, is the next try. */
const ONE_TRY = { tries: 1, timeoutMs: 10_000 } as const

/** The NHL's API, and for a demo league the simulated NHL that answers like it. */
export function leagueSources(nhlApi: Env['nhlApi'], clock: () => Date): Omit<LeagueStatistics, 'timesOf'> {
  const line = new RequestLine()
  const { pauseMs } = nhlApi
  return {
    async read({ demoSeed, seasonId, firstDay }, signal, work) {
      if (demoSeed === null) return work(new NhlApi(nhlApi, politeClient({ pauseMs, signal, line })))
      const { withSimulatedNhl } = await import('../demo/nhl/simulated-source.ts')
      await withSimulatedNhl({ demoSeed, seasonId, firstDay }, clock, work, signal)
    },
    async follow({ demoSeed, seasonId, firstDay }, signal, work) {
      if (demoSeed === null) return work(scoresOfApi(nhlApi.web, politeClient({ ...ONE_TRY, pauseMs, signal, line })))
      const { withSimulatedScores } = await import('../demo/nhl/simulated-source.ts')
      await withSimulatedScores({ demoSeed, seasonId, firstDay }, clock, work, signal)
    },
  }
}

/** Asks the same source for a player, while a member waits. */
export function playerFinder(nhlApi: Env['nhlApi'], clock: () => Date) {
  const line = new RequestLine()
  return async ({ demoSeed, seasonId, firstDay }: CurrentLeague, playerId: number): Promise<FoundPlayer> => {
    // What of their seasons cannot be read, the next import asks for again.
    const findIn = (source: NhlSource) => source.player(playerId, () => {})
    if (demoSeed === null) return findIn(new NhlApi(nhlApi, politeClient({ ...ONE_TRY, pauseMs: 0, line })))
    const { withSimulatedNhl } = await import('../demo/nhl/simulated-source.ts')
    const found: FoundPlayer[] = []
    await withSimulatedNhl({ demoSeed, seasonId, firstDay }, clock, async (source) => {
      found.push(await findIn(source))
    })
    const [player] = found
    if (!player) throw new Error('The simulated NHL answered nothing')
    return player
  }
}

export const leagueStatistics = (
  sources: Omit<LeagueStatistics, 'timesOf'>,
  times: ScheduleTimes,
): LeagueStatistics => ({
  ...sources,
  timesOf: ({ demoSeed }) => (demoSeed === null ? times : { ...times, publishAtMinutes: DEMO_UPDATE_MINUTES }),
})
