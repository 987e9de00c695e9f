import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FOLDER = 'tests/server'

/**
 * What members do on the screens, the browser tests do against the embedded engine, and what an admin does in the office
 * is killed and compared on both: the second pass is for what no screen writes and reads. Drafts and trades are raced on
 * both.
 */
const ON_SCREENS =
  /\/(accounts-(invitation|login|page)|auth-\w+|corrections|demo-(draft|league)|draft|draft-(admin|director)|keepers|live-\w+|office-\w+|pick-list|players|push|roster|stats|tonight|tonight-\w+|trading)\.test/

/** Of requests, rights and sentences, which know no engine. */
const BESIDE_IT =
  /\/(control-leftovers|core-(answers|closing|files|openapi|security)|corrections-command|device-name|members-only|owner-calls|records-sentences|request-text|rights|said-when-done|security-log|take-back-command)\.test/

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
  return files.filter(
    (path) => path.endsWith('.test.ts') && ![ON_SCREENS, BESIDE_IT].some((known) => known.test(path)) && meets(path),
  )
}
