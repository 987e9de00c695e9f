import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { removeFolder, temporaryFolder } from './demo-league.ts'
import { type LeagueServer, projectRoot } from './league-server.ts'

const Package = Type.Object({ files: Type.Array(Type.String()) })

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
  // What the package has, and no more.
  const { files } = Value.Parse(Package, JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')))
  for (const part of ['package.json', ...files]) {
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

/** Every line of the shell and of the worker that a newer build would change. */
export const release = async (build: AlteredBuild, league: LeagueServer, name: string): Promise<void> => {
  await league.stop()
  await build.alter('index.html', (html) =>
    html.replace(/<head>|<head data-build="\w+">/, `<head data-build="${name}">`),
  )
  // The precache list names the shell's revision; another one makes the worker fetch it again.
  await build.alter('sw.js', (script) =>
    script.replace(
      /(["']?revision["']?:\s*["'`])[^"'`]*(["'`],\s*["']?url["']?:\s*["'`]index\.html)|(["'`]index\.html["'`],\s*["']?revision["']?:\s*["'`])[^"'`]*/,
      (_, before, after, other) => (other === undefined ? `${before}${name}${after}` : `${other}${name}`),
    ),
  )
  await league.start()
}
