import { NhlApi } from '../../nhl/nhl-api.ts'
import { politeClient } from '../../nhl/polite-client.ts'
import type { NhlSource } from '../../nhl/source.ts'
import { type DemoNhl, type DemoSeason, demoNhl } from '../simulation/demo-nhl.ts'
import { serveNhl } from './nhl-server.ts'
import { SimulatedNhl } from './simulated-nhl.ts'

/** Has the simulated NHL answer at an address while the work lasts, as it stands at the time of the clock. */
export async function withSimulatedNhl(
  of: DemoSeason | DemoNhl,
  clock: () => Date,
  work: (source: NhlSource) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const nhl = 'players' in of ? of : demoNhl(of)
  const server = await serveNhl(new SimulatedNhl(nhl, clock))
  try {
    await work(new NhlApi(server.addresses, politeClient({ pauseMs: 0, ...(signal ? { signal } : {}) })))
  } finally {
    await server.close()
  }
}
