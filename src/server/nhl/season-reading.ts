import { noteImport } from '../store/subjects/schedule.ts'
import { checkSums, type SumCheck } from './check-sums.ts'
import { type ImportOutcome, type ImportRun, nothingYet, notTaken, orRefused } from './import-run.ts'

/** What follows when every day of the season has been asked for: the time is recorded, and the sums are compared. */
export async function concludeSeasonReading(
  run: ImportRun,
  began: Date,
  { days, refused, aside }: Pick<ImportOutcome, 'days' | 'refused' | 'aside'>,
): Promise<{ readonly check: SumCheck | null; readonly refused: readonly string[] }> {
  // If the source has broken down, nothing was read; if a single day failed, it is tried again a week later.
  if (days > 0 || refused.length === 0) {
    await run.database.transaction((queries) => noteImport(queries, 'season', began.getTime()))
  }
  const outcome = nothingYet()
  const check = await orRefused(outcome, () => checkSums(run, aside))
  return { check, refused: [...notTaken(outcome), ...(check?.odd ?? [])] }
}
