import { ensureDemoLeague, type Given } from './ensure-demo-league.ts'

const HOUR_MS = 3_600_000

/** Looks every hour whether a day has ended that is not published yet. Answers how to stop. */
export function keepDemoLeague(given: Given, failed: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    ensureDemoLeague(given).catch(failed)
  }, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
