import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { type LeagueServer, type LeagueServerOptions, startLeagueServer } from './league-server.ts'
import { quickFolder } from './quick-folder.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of a ready demo league, made once per run; tests work on copies. */
    demoLeague: string
  }
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'hockey-pool-'))

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })

/** What a global set-up writes beside a league when it is there: another process waits for it. */
export const untilNoted = async (path: string): Promise<string> => {
  let noted = ''
  while (noted === '') {
    noted = await readFile(path, 'utf8').catch(() => '')
    if (noted === '') await wait(100)
  }
  return noted
}

/** Beside the league: when this file is there the league is, or what went wrong. */
const NOTE = 'note'
const MADE = 'made'

const untilMade = async (league: string): Promise<void> => {
  const noted = await untilNoted(join(league, '..', NOTE))
  if (noted !== MADE) throw new Error(`The demo league was not made.\n${noted}`)
}

export const copyOfLeague = async (league: string): Promise<string> => {
  await untilMade(league)
  const folder = await temporaryFolder()
  await cp(league, folder, { recursive: true })
  return folder
}

export interface LeagueCopy extends LeagueServer {
  /** Stops the server and removes its data. */
  end(): Promise<void>
}

/** A server with its own copy of the demo league. */
export const startLeagueCopy = async (
  league: string,
  options: Omit<LeagueServerOptions, 'dataDir'> = {},
): Promise<LeagueCopy> => {
  return startOn(await copyOfLeague(league), options)
}

/** A server whose data goes with it. */
export const startOn = async (dataDir: string, options: Omit<LeagueServerOptions, 'dataDir'>): Promise<LeagueCopy> => {
  const server = await startLeagueServer({ ...options, dataDir })
  const end = async () => {
    await server.stop()
    await removeFolder(dataDir)
  }
  return { ...server, end }
}

/**
 * vitest's global set-up of the browser tests. One league for all their projects, made while other tests run; the parts of the
 * full suite share it in the folder of TEST_LEAGUE.
 */
export default async function setUp({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getProvidedContext().demoLeague) return
  // The workers, which start later, inherit it.
  process.env.TMPDIR = quickFolder()
  const shared = process.env.TEST_LEAGUE
  const folder = shared ?? (await temporaryFolder())
  const dataDir = join(folder, 'data')
  if (shared && existsSync(join(shared, NOTE))) {
    vitest.provide('demoLeague', dataDir)
    return
  }
  await mkdir(folder, { recursive: true })
  const making = startLeagueServer({ dataDir })
    .then(async (server) => {
      const code = await server.stop()
      // A server that was not stopped in order leaves its sockets, which cannot be copied.
      if (code !== 0) throw new Error(`The server ended with ${code}.\n${server.output()}`)
      await writeFile(join(folder, NOTE), MADE)
    })
    .catch((failure: unknown) => writeFile(join(folder, NOTE), String(failure)))
  vitest.provide('demoLeague', dataDir)
  return async () => {
    await making
    if (!shared) await removeFolder(folder)
  }
}
