import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder, temporaryFolder } from './demo-league.ts'
import { projectRoot } from './league-server.ts'

export interface AlteredBuild {
  /** Stands in the place of the project's folder. */
  readonly home: string
  /** Puts a further file beside the built ones. */
  add(file: string, text: string): Promise<void>
  /** Rewrites a file of the built app. */
  alter(file: string, change: (text: string) => string): Promise<void>
  remove(): Promise<void>
}

/** A copy of the production build that a test may change without touching the real one. */
export const alteredBuild = async (): Promise<AlteredBuild> => {
  const home = await temporaryFolder()
  for (const part of ['package.json', 'dist/server', 'dist/web']) {
    await cp(join(projectRoot, part), join(home, part), { recursive: true })
  }
  await symlink(join(projectRoot, 'node_modules'), join(home, 'node_modules'))
  return {
    home,
    add: (file, text) => writeFile(join(home, 'dist/web', file), text),
    async alter(file, change) {
      const path = join(home, 'dist/web', file)
      await writeFile(path, change(await readFile(path, 'utf8')))
      // The compressed copies tell the old text.
      for (const suffix of ['.br', '.gz']) await rm(path + suffix, { force: true })
    },
    remove: () => removeFolder(home),
  }
}
