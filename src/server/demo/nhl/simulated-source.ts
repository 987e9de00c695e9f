import { NhlApi } from '../../nhl/nhl-api.ts'
import { type GetJson, politeClient } from '../../nhl/polite-client.ts'
import { type ScoreSource, scoresOfApi } from '../../nhl/score-source.ts'
import type { NhlSource } from '../../nhl/source.ts'
import { type DemoNhl, type DemoSeason, demoNhl } from '../simulation/demo-nhl.ts'
import { type NhlServer, serveNhl } from './nhl-server.ts'
import { SimulatedNhl } from './simulated-nhl.ts'

/** Has the simulated NHL answer at an address while the work lasts, as it stands at the time of the clock. */
export const withSimulatedNhl = (
  of: DemoSeason | DemoNhl,
  clock: () => Date,
  work: (source: NhlSource) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> => withServer(of, clock, signal, ({ addresses }, get) => work(new NhlApi(addresses, get)))

/** The same with its score page. */
export const withSimulatedScores = (
  of: DemoSeason | DemoNhl,
  clock: () => Date,
  work: (source: ScoreSource) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> => withServer(of, clock, signal, ({ addresses }, get) => work(scoresOfApi(addresses.web, get)))

async function withServer(
  of: DemoSeason | DemoNhl,
  clock: () => Date,
  signal: AbortSignal | undefined,
  work: (server: NhlServer, get: GetJson) => Promise<void>,
): Promise<void> {
  const nhl = 'players' in of ? of : demoNhl(of)
  const server = await serveNhl(new SimulatedNhl(nhl, clock))
  try {
    await work(server, politeClient({ pauseMs: 0, ...(signal ? { signal } : {}) }))
  } finally {
    await server.close()
  }
}
