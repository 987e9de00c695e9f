import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { removeFolder, temporaryFolder, untilNoted } from './demo-league.ts'
import { startLeagueServer } from './league-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file that gets the origin of the server that all walks share, or what went wrong. */
    walksServer: string
  }
}

/** vitest's global set-up of the walks: the server makes its demo league while other tests run. */
export default async function setUp({ vitest }: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder()
  const note = join(folder, 'origin')
  const starting = startLeagueServer({ dataDir: join(folder, 'data') })
  const noted = starting.then(
    ({ origin }) => writeFile(note, origin),
    (failure: unknown) => writeFile(note, String(failure)),
  )
  vitest.provide('walksServer', note)
  return async () => {
    await noted
    await starting.then(
      (server) => server.stop(),
      () => undefined,
    )
    await removeFolder(folder)
  }
}

/** Where the server is, when its league is there. */
export const originNoted = async (note: string): Promise<string> => {
  const noted = await untilNoted(note)
  if (!noted.startsWith('http')) throw new Error(`The walks have no server.\n${noted}`)
  return noted
}
