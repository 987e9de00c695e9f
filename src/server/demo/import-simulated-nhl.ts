import type { Instant } from '#rules/calendar'
import { importGames, importLeague } from '../nhl/import-league.ts'
import type { ImportRun } from '../nhl/import-run.ts'
import { NhlApi } from '../nhl/nhl-api.ts'
import { politeClient } from '../nhl/polite-client.ts'
import type { Database } from '../store/database.ts'
import type { DemoNhl } from './demo-nhl.ts'
import { serveNhl } from './nhl/nhl-server.ts'
import { SimulatedNhl } from './nhl/simulated-nhl.ts'

/** Imports what the simulated NHL knew at an instant of the past: everything, or the last days alone. */
export type ImportAt = (
  database: Database,
  at: Instant,
  report?: ImportRun['report'],
  which?: 'everything' | 'games',
) => Promise<void>

/** Has the simulated NHL answer the importer as long as the work lasts. */
export async function importSimulatedNhl(nhl: DemoNhl, work: (importAt: ImportAt) => Promise<void>): Promise<void> {
  let now = new Date(0)
  const clock = () => now
  const server = await serveNhl(new SimulatedNhl(nhl, clock))
  try {
    await work(async (database, at, report, which = 'everything') => {
      now = new Date(at)
      const source = new NhlApi(server.addresses, politeClient({ pauseMs: 0 }))
      const run = { database, source, clock, ...(report ? { report } : {}) }
      const { refused } = await (which === 'everything' ? importLeague(run) : importGames(run))
      if (refused[0] !== undefined) throw new Error(refused[0])
    })
  } finally {
    await server.close()
  }
}
