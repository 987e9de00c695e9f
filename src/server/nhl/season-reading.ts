import { noteImport } from '../store/subjects/schedule.ts'
import { checkSums, type SumCheck } from './check-sums.ts'
import { type ImportOutcome, type ImportRun, nothingYet, orRefused } from './import-run.ts'

/** What follows when every day of the season has been asked for: it is noted when that was, and the sums are compared. */
export async function concludeSeasonReading(
  run: ImportRun,
  began: Date,
  { days, refused }: ImportOutcome,
): Promise<{ readonly check: SumCheck | null; readonly refused: readonly string[] }> {
  // Of a source that has broken down nothing was read; that of a single day is tried again the week after.
  if (days > 0 || refused.length === 0) {
    await run.database.transaction((queries) => noteImport(queries, 'season', began.getTime()))
  }
  const outcome = nothingYet()
  const check = await orRefused(outcome, () => checkSums(run))
  return { check, refused: outcome.refused }
}
