import type { Instant } from '#rules/calendar'
import type { Database } from '../db/engine/database.ts'
import { NhlApi } from '../nhl/api/nhl-api.ts'
import { importGames, importLeague } from '../nhl/import/import-league.ts'
import { type ImportRun, notTaken } from '../nhl/import/import-run.ts'
import { noteImport } from '../nhl/store/import-report.ts'
import { simulatedClient } from './nhl/simulated-client.ts'
import { SimulatedNhl } from './nhl/simulated-nhl.ts'
import type { DemoNhl } from './simulation/demo-nhl.ts'

/** Imports what the simulated NHL knew at an instant of the past. */
export async function importSimulatedNhl(
  database: Database,
  nhl: DemoNhl,
  at: Instant,
  kind: 'everything' | 'games',
  report?: ImportRun['report'],
): Promise<void> {
  const clock = () => new Date(at)
  const source = new NhlApi({ web: '', stats: '' }, simulatedClient(new SimulatedNhl(nhl, clock)))
  const run = { database, source, clock, ...(report ? { report } : {}) }
  const outcome = await (kind === 'everything' ? importLeague(run) : importGames(run))
  const [first] = notTaken(outcome)
  if (first !== undefined || outcome.brokeOff) throw outcome.brokeOff ?? new Error(first)
  // Rosters and earlier seasons of the simulated NHL stay as they are.
  await database.transaction(async (queries) => {
    await noteImport(queries, 'everything', at)
    if (kind === 'everything') await noteImport(queries, 'season', at)
  })
}
