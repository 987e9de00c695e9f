import { noteImport } from '../store/subjects/schedule.ts'
import { checkSums, type SumCheck } from './check-sums.ts'
import { type ImportOutcome, type ImportRun, noteOdd, nothingYet, orSetAside, unlessDown } from './import-run.ts'

/**
 * What follows when every day of the season has been asked for: the time is recorded, and the sums are compared. Nothing
 * waits for the comparison, so what it lacks is set aside.
 */
export async function concludeSeasonReading(
  run: ImportRun,
  began: Date,
  { days, refused, aside }: Pick<ImportOutcome, 'days' | 'refused' | 'aside'>,
): Promise<{ readonly check: SumCheck | null; readonly setAside: readonly string[] }> {
  // If the source has broken down, nothing was read; if a single day failed, it is tried again a week later.
  if (days > 0 || refused.length === 0) {
    await run.database.transaction((queries) => noteImport(queries, 'season', began.getTime()))
  }
  const outcome = nothingYet()
  let check: SumCheck | null = null
  await unlessDown(outcome, async () => {
    check = await orSetAside(outcome, () => checkSums(run, aside, noteOdd(outcome)))
  })
  const { setAside, brokeOff } = outcome
  return { check, setAside: [...setAside, ...(brokeOff ? [brokeOff.message] : [])] }
}
