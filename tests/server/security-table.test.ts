import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/league-server.ts'

const PAGES = ['security.md', 'asvs.md', 'asvs-sessions.md']

test('every test that the pages on security name is there', async () => {
  const pages = await Promise.all(PAGES.map((page) => readFile(join(projectRoot, 'docs/reference', page), 'utf8')))
  const text = pages.join('\n')
  const named = [...text.matchAll(/`([\w/-]+)`((?:,? \*[^*]+\*)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => ({ file, title })),
  )
  expect(named.length).toBeGreaterThan(70)
  const missing: string[] = []
  for (const { file, title } of named) {
    const paths = file.includes('/') ? [file] : [`tests/server/${file}`, `tests/trials/${file}`]
    const texts = await Promise.all(
      paths.map((path) => readFile(join(projectRoot, `${path}.test.ts`), 'utf8').catch(() => '')),
    )
    if (!texts.some((text) => text.includes(title))) missing.push(`${file}: ${title}`)
  }
  expect(missing).toEqual([])
})
