// Prints the server's test files that meet the database of the tests, themselves or through what they import. The others
// use embedded databases, servers of their own or none at all, so a second pass on PostgreSQL would repeat the first.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FOLDER = 'tests/server'

const known = new Map()

const meetsDatabase = (path) => {
  if (!known.has(path)) {
    known.set(path, false)
    const text = readFileSync(path, 'utf8')
    const imported = [...text.matchAll(/['"](\.{1,2}\/[^'"]+\.m?ts)['"]/g)].map(([, name]) => join(dirname(path), name))
    const meets =
      text.includes('TEST_DATABASE_URL') || imported.filter((each) => each.startsWith('tests')).some(meetsDatabase)
    known.set(path, meets)
  }
  return known.get(path)
}

const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(FOLDER, name))
process.stdout.write(`${files.filter(meetsDatabase).join(' ')}\n`)
