import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type LeagueServer, type LeagueServerOptions, startLeagueServer } from './league-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of a ready demo league, made once per run; tests work on copies. */
    demoLeague: string
  }
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'hockey-pool-'))

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })

export const copyOfLeague = async (league: string): Promise<string> => {
  const folder = await temporaryFolder()
  await cp(league, folder, { recursive: true })
  return folder
}

export interface LeagueCopy extends LeagueServer {
  /** Stops the server and removes its data. */
  end(): Promise<void>
}

/** A server with a copy of the demo league of its own. */
export const startLeagueCopy = async (
  league: string,
  options: Omit<LeagueServerOptions, 'dataDir'> = {},
): Promise<LeagueCopy> => {
  const dataDir = await copyOfLeague(league)
  const server = await startLeagueServer({ dataDir, ...options })
  return {
    ...server,
    async end() {
      await server.stop()
      await removeFolder(dataDir)
    },
  }
}

/** vitest's global set-up of the browser tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const server = await startLeagueServer({ dataDir })
  await server.stop()
  project.provide('demoLeague', dataDir)
  return () => removeFolder(folder)
}
