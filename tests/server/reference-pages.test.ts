import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '#server/cli/commands'
import { meanings, referencePages } from '#server/cli/reference-pages'
import { readEnv } from '#server/settings/env'
import { settingNames } from '#server/settings/variables'
import { projectRoot } from '../support/league-server.ts'

const described = Object.values(meanings).flatMap((group) => Object.entries(group))

describe('the pages of docs/reference that mirror the code', () => {
  test.each([...referencePages()])('%s is as `npm run docs:reference` writes it', async (name, text) => {
    expect(await readFile(join(projectRoot, 'docs/reference', name), 'utf8')).toBe(text)
  })

  test('have every setting once', () => {
    expect(described.map(([name]) => name).sort()).toEqual([...settingNames].sort())
  })

  test('name the defaults that the server has', () => {
    // A PUBLIC_URL and an account page depend on other settings.
    const plain = described.filter(([, { usual }]) => usual !== null && !/PORT|ISSUER/.test(usual))
    expect(plain.length).toBeGreaterThan(15)
    for (const [name, { usual }] of plain) expect(readEnv({ [name]: usual ?? '' }), name).toEqual(readEnv({}))
  })

  test('have the help of every command', () => {
    const all = [...referencePages().values()].join('')
    for (const { name, help } of commands) {
      expect(all.split(`\n## ${name}\n`), name).toHaveLength(2)
      expect(all).toContain(help)
    }
  })
})

test('docs/reference/log-events.md has every event and reason', async () => {
  const source = await readFile(join(projectRoot, 'src/server/login/security-log.ts'), 'utf8')
  const [union = ''] = /export type SecurityEvent =[\s\S]*?\n\n/.exec(source) ?? []
  const names = [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(20)
  const page = await readFile(join(projectRoot, 'docs/reference/log-events.md'), 'utf8')
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
