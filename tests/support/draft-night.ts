import { access, cp, mkdtemp, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { type LeagueCopy, removeFolder, startOn, temporaryFolder } from './demo-league.ts'
import { type LeagueServerOptions, startLeagueServer } from './league-server.ts'

// The league of `npm start -- --scenario draft-night`. A member whom a test logs in plays their team; the other
// teams choose keepers at once, and pick as soon as the admin has locked the keepers.

const withPace = (pace: number): string[] => ['--scenario', 'draft-night', '--pace', String(pace)]

/** Long enough that nothing has been chosen when the data is copied. */
const ASLEEP = 999

/** The data folder of such a league, made once per run by the first test that needs it. */
async function draftNightLeague(): Promise<string> {
  const folder = dirname(inject('demoLeague'))
  const ready = join(folder, 'draft-night')
  if (await exists(ready)) return ready
  const made = await mkdtemp(join(folder, 'draft-night-'))
  const server = await startLeagueServer({ dataDir: made, args: withPace(ASLEEP) })
  await server.stop()
  // Another test may have been as quick; one of the two is enough.
  await rename(made, ready).catch(() => removeFolder(made))
  return ready
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** A server with its own draft night. `pace`: seconds that a demo member thinks about a pick, 0: none. */
export async function startDraftNight({
  pace = 0,
  ...options
}: Omit<LeagueServerOptions, 'dataDir' | 'args'> & { pace?: number } = {}): Promise<LeagueCopy> {
  const dataDir = await temporaryFolder()
  await cp(await draftNightLeague(), dataDir, { recursive: true })
  return startOn(dataDir, { ...options, args: withPace(pace) })
}
