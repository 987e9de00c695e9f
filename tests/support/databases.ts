import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { removeFolder, temporaryFolder } from './demo-league.ts'
import { postgresPrograms } from './machine.mjs'
import { postgresCluster } from './postgres-cluster.ts'
import { dropTemplates } from './postgres-databases.ts'
import { quickFolder } from './quick-folder.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where databases that several tests begin with are during one run: a folder, and how their names begin on PostgreSQL. */
    databases: { folder: string; prefix: string }
  }
}

/**
 * The PostgreSQL server of TEST_DATABASE_URL, or a throw-away one where its programs are installed: it is twice as fast as
 * the embedded engine. TEST_ENGINE=embedded: none.
 */
async function provideServer(): Promise<() => Promise<void>> {
  const programs = process.env.TEST_ENGINE === 'embedded' || process.env.TEST_DATABASE_URL ? null : postgresPrograms()
  if (process.env.TEST_ENGINE === 'embedded') delete process.env.TEST_DATABASE_URL
  if (!programs) return async () => {}
  const cluster = await postgresCluster(programs)
  process.env.TEST_DATABASE_URL = cluster.url
  return () => cluster.remove()
}

/** vitest's global set-up of the tests of the server. One for all their projects. */
export default async function setUp({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getProvidedContext().databases) return
  // The workers, which start later, inherit these variables.
  process.env.TMPDIR = quickFolder()
  const removeServer = await provideServer()
  const folder = await temporaryFolder()
  const prefix = `pool_template_${randomBytes(4).toString('hex')}_`
  vitest.provide('databases', { folder, prefix })
  return async () => {
    await removeFolder(folder)
    if (process.env.TEST_DATABASE_URL) await dropTemplates(process.env.TEST_DATABASE_URL, prefix)
    await removeServer()
  }
}
