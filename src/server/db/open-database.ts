import type { Env } from '../settings/env.ts'
import { folderPlace } from './engine/data-folder.ts'
import type { Engine } from './engine/database.ts'
import type { Purpose } from './engine/postgres-connections.ts'

/** The database the environment names; only the engine that is used is loaded. */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  log: { warn(what: object, message: string): void },
  purpose: Purpose,
): Promise<Engine> {
  if (env.databaseUrl) {
    const { openPostgres } = await import('./engine/postgres.ts')
    return openPostgres(env.databaseUrl, log, purpose)
  }
  const { openEmbedded } = await import('./engine/embedded.ts')
  return openEmbedded(env.dataDir)
}

/** Which database the environment names, in words without a password: the place of its engine, opened or not. */
export async function databasePlace({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<string> {
  if (databaseUrl === null) return folderPlace(dataDir)
  const { postgresPlace } = await import('./engine/postgres.ts')
  return postgresPlace(databaseUrl)
}
