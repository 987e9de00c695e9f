import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { bundle } from '../../src/server/build/bundle-server.mjs'
import { projectRoot } from './league-server.ts'

/** How their folders in dist/server begin. */
export const MODULES_OF_TESTS = 'modules-of-tests-'

const made = new Map<string, Promise<string>>()

const build = async (path: string): Promise<string> => {
  // Of one worker, and in the build, from where the server finds its files.
  const folder = await mkdtemp(join(projectRoot, `dist/server/${MODULES_OF_TESTS}`))
  // Some processes run as another user.
  await chmod(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const name = basename(path, extname(path))
  await bundle(projectRoot, { [name]: path }, folder)
  return join(folder, `${name}.js`)
}

/** A module of the checkout, built as the server is: for a process that Node starts without the help of the test runner. */
export const builtModule = (path: string): Promise<string> => {
  const known = made.get(path) ?? build(path)
  made.set(path, known)
  return known
}
