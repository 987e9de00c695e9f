import type { TestProject } from 'vitest/node'
import { removeFolder, temporaryFolder } from './demo-league.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where databases that several tests begin with are kept during one run. */
    databases: string
  }
}

/** vitest's global set-up of the server tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder()
  project.provide('databases', folder)
  return () => removeFolder(folder)
}
