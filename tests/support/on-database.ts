import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FOLDERS = ['tests/server', 'tests/trials']

/** Of the trials those in which a database is killed, raced or copied; a season is the same on every engine. */
const OF_THE_ENGINE = /^tests\/server\/|-(kills|killed|races|readers|backup)\.test\.ts$/

/**
 * The tests that meet the database of the tests, themselves or through what they import. The others use databases of
 * their own kind or none at all, so a second pass on the other engine would repeat the first.
 */
export const onDatabase = (): string[] => {
  const known = new Map<string, boolean>()
  const meets = (path: string): boolean => {
    if (!known.has(path)) {
      known.set(path, false)
      const text = readFileSync(path, 'utf8')
      const imported = [...text.matchAll(/['"](\.{1,2}\/[^'"]+\.m?ts)['"]/g)].map(([, name = '']) =>
        join(dirname(path), name),
      )
      const does =
        text.includes('TEST_DATABASE_URL') || imported.some((each) => each.startsWith('tests') && meets(each))
      known.set(path, does)
    }
    return known.get(path) ?? false
  }
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  return files.filter((path) => path.endsWith('.test.ts') && OF_THE_ENGINE.test(path) && meets(path))
}
