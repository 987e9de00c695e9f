import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/league-server.ts'

test('every test that SECURITY.md names is there', async () => {
  const text = await readFile(join(projectRoot, 'SECURITY.md'), 'utf8')
  const named = [...text.matchAll(/`([\w/-]+)`((?:,? \*[^*]+\*)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => ({ file, title })),
  )
  expect(named.length).toBeGreaterThan(30)
  const missing: string[] = []
  for (const { file, title } of named) {
    const path = file.includes('/') ? `${file}.test.ts` : `tests/server/${file}.test.ts`
    const tests = await readFile(join(projectRoot, path), 'utf8').catch(() => '')
    if (!tests.includes(title)) missing.push(`${path}: ${title}`)
  }
  expect(missing).toEqual([])
})
