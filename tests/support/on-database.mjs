import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FOLDER = 'tests/server'

/**
 * What members do on the screens, the browser tests do against the embedded engine: the second pass is for what no screen,
 * or an admin alone, writes and reads.
 */
const ON_SCREENS =
  /\/(accounts-(invitation|login|page)|auth-\w+|demo-league|draft|draft-director|live-\w+|pick-list|players|push|roster|stats|tonight|tonight-\w+)\.test/

/**
 * The server's tests that meet the database of the tests, themselves or through what they import. The others use databases
 * of their own kind or none at all, so a second pass on the other engine would repeat the first.
 */
export const onDatabase = () => {
  const known = new Map()
  const meets = (path) => {
    if (!known.has(path)) {
      known.set(path, false)
      const text = readFileSync(path, 'utf8')
      const imported = [...text.matchAll(/['"](\.{1,2}\/[^'"]+\.m?ts)['"]/g)].map(([, name]) =>
        join(dirname(path), name),
      )
      known.set(
        path,
        text.includes('TEST_DATABASE_URL') || imported.some((each) => each.startsWith('tests') && meets(each)),
      )
    }
    return known.get(path)
  }
  const files = readdirSync(FOLDER).map((name) => join(FOLDER, name))
  return files.filter((path) => path.endsWith('.test.ts') && !ON_SCREENS.test(path) && meets(path))
}
