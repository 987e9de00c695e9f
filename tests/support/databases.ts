import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { removeFolder, temporaryFolder } from './demo-league.ts'
import { dropTemplates } from './postgres-databases.ts'
import { quickFolder } from './quick-folder.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where databases that several tests begin with are kept during one run: a folder, and how their names begin on PostgreSQL. */
    databases: { folder: string; prefix: string }
  }
}

/** vitest's global set-up of the server tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // The workers, which start later, take it over.
  process.env.TMPDIR = quickFolder()
  const folder = await temporaryFolder()
  const prefix = `pool_template_${randomBytes(4).toString('hex')}_`
  project.provide('databases', { folder, prefix })
  return async () => {
    await removeFolder(folder)
    if (process.env.TEST_DATABASE_URL) await dropTemplates(process.env.TEST_DATABASE_URL, prefix)
  }
}
