import { MORNING_HOUR } from '../demo/simulation/game-calendar.ts'
import type { CurrentLeague } from '../league/league.ts'
import { NhlApi } from '../nhl/api/nhl-api.ts'
import { politeClient, RequestLine } from '../nhl/api/polite-client.ts'
import { scoresOfApi } from '../nhl/api/score-source.ts'
import type { FoundPlayer, NhlSource } from '../nhl/source.ts'
import type { ScheduleTimes } from '../schedule/due.ts'
import type { LeagueStatistics } from '../schedule/scheduled-work.ts'
import type { Env } from '../settings/env.ts'

/** The demo league's past updates have this time, and so have those it catches up with at a start. */
const DEMO_UPDATE_MINUTES = MORNING_HOUR * 60

/** The next poll, or the member's next search, is the next try. */
const ONE_TRY = { tries: 1, timeoutMs: 10_000 } as const

/** The NHL's API, and for a demo league the simulated NHL. */
export function leagueSources(nhlApi: Env['nhlApi'], clock: () => Date): Omit<LeagueStatistics, 'timesOf'> {
  const line = new RequestLine()
  const { pauseMs } = nhlApi
  return {
    source: async (league, signal) =>
      (await simulatedFor(league, clock)) ?? new NhlApi(nhlApi, politeClient({ pauseMs, signal, line })),
    scores: async (league, signal) =>
      (await simulatedFor(league, clock)) ??
      scoresOfApi(nhlApi.web, politeClient({ ...ONE_TRY, pauseMs, signal, line })),
  }
}

/** Asks the same source for a player, while a member waits. */
export function playerFinder(nhlApi: Env['nhlApi'], clock: () => Date) {
  const line = new RequestLine()
  return async (league: CurrentLeague, playerId: number): Promise<FoundPlayer> => {
    const source: NhlSource =
      (await simulatedFor(league, clock)) ?? new NhlApi(nhlApi, politeClient({ ...ONE_TRY, pauseMs: 0, line }))
    // What of their seasons cannot be read, the next import asks for again.
    return source.player(playerId, () => {})
  }
}

/** Null for a league with real statistics. */
async function simulatedFor({ demoSeed, seasonId, firstDay }: CurrentLeague, clock: () => Date) {
  if (demoSeed === null) return null
  const { simulatedNhl } = await import('../demo/nhl/simulated-nhl.ts')
  return simulatedNhl({ demoSeed, seasonId, firstDay }, clock)
}

export const leagueStatistics = (
  sources: Omit<LeagueStatistics, 'timesOf'>,
  times: ScheduleTimes,
): LeagueStatistics => ({
  ...sources,
  timesOf: ({ demoSeed }) => (demoSeed === null ? times : { ...times, publishAtMinutes: DEMO_UPDATE_MINUTES }),
})
