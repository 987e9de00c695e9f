import { NhlApi } from '../nhl/nhl-api.ts'
import { politeClient } from '../nhl/polite-client.ts'
import type { NhlSource } from '../nhl/source.ts'
import type { Env } from '../settings/env.ts'
import type { CurrentLeague } from '../store/subjects/league.ts'

/** Has the work done with the league's source: the NHL's API, or the simulated NHL that answers like it. */
export async function withStatistics(
  league: CurrentLeague,
  { clock, nhlApi, signal }: { clock: () => Date; nhlApi: Env['nhlApi']; signal: AbortSignal },
  work: (source: NhlSource) => Promise<void>,
): Promise<void> {
  const { demoSeed, seasonId, firstDay } = league
  if (demoSeed === null) return work(new NhlApi(nhlApi, politeClient({ signal })))
  const { withSimulatedNhl } = await import('../demo/nhl/simulated-source.ts')
  await withSimulatedNhl({ demoSeed, seasonId, firstDay }, clock, work, signal)
}
