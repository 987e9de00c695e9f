import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWarnings } from '#server/app/welcome'
import { markMoved } from '#server/db/engine/data-folder'
import { readEnv } from '#server/settings/env'
import { resolveLoginMethod } from '#server/settings/login'

const oidc = { OIDC_ISSUER: 'https://login.example.org/realms/pool', OIDC_CLIENT_ID: 'pool', OIDC_CLIENT_SECRET: 'x' }

describe('what is told at the start', () => {
  let web: string
  beforeEach(async () => {
    web = await mkdtemp(join(tmpdir(), 'hockey-pool-built-'))
    await mkdir(join(web, 'assets'))
    await writeFile(join(web, 'index.html'), '<!doctype html>')
    await writeFile(join(web, 'assets/main-Xy12.js'), '')
    await writeFile(
      join(web, 'sw.js'),
      'x([{"revision":"1","url":"index.html"},{"revision":null,"url":"assets/main-Xy12.js"}])',
    )
  })
  afterEach(() => rm(web, { recursive: true, force: true }))

  const warnings = (variables: Record<string, string> = {}) => {
    const env = readEnv(variables)
    return startWarnings(env, resolveLoginMethod(env, false), web)
  }

  it('is nothing where nothing is unusual', async () => {
    expect(await warnings()).toEqual([])
    expect(await warnings({ TRUST_PROXY: 'loopback' })).toEqual([])
    expect(await warnings({ ...oidc, HOST: '0.0.0.0', PUBLIC_URL: 'https://pool.example.org' })).toEqual([])
  })

  it("is that commands without the server's DATABASE_URL would find another database", async () => {
    const variables = { DATABASE_URL: 'postgres://pool@localhost/pool', DATA_DIR: web }
    expect(await warnings(variables)).toEqual([])
    await mkdir(join(web, 'database'))
    expect(await warnings({ DATA_DIR: web })).toEqual([])
    expect(await warnings(variables)).toEqual([
      `There is a database in ${join(web, 'database')} too, which this server does not use. Commands without DATABASE_URL use that one: set DATABASE_URL for them as well.`,
    ])
    markMoved(web, new Date())
    expect(await warnings(variables)).toEqual([])
  })

  it('is that everybody can claim to have any address', async () => {
    expect(await warnings({ TRUST_PROXY: 'true' })).toEqual([expect.stringMatching(/^TRUST_PROXY=true believes/)])
  })

  it.each<[Record<string, string>]>([
    [{ HOST: '0.0.0.0', DEMO_LOGIN: 'everywhere' }],
    [{ PUBLIC_URL: 'https://pool.example.org' }],
  ])('is that a login without passwords can be reached from elsewhere (%j)', async (variables) => {
    expect(await warnings(variables)).toEqual([expect.stringMatching(/^The demo login has no passwords/)])
  })

  it.each<[string, string[]]>([
    ['http://127.0.0.1:3000', [expect.stringMatching(/^Passkeys belong to a host name, .* No one can log in: /)]],
    ['https://192.168.1.5', [expect.stringMatching(/^Passkeys belong to a host name/)]],
    ['https://[2001:db8::1]', [expect.stringMatching(/^Passkeys belong to a host name/)]],
    ['http://pool.local', [expect.stringMatching(/^Passkeys need https/)]],
    ['http://localhost:3000', []],
    ['http://pool.localhost:3000', []],
    ['https://pool.example.org', []],
  ])('is that no one can have a passkey for %s', async (PUBLIC_URL, told) => {
    expect(await warnings({ LOGIN: 'accounts', PUBLIC_URL })).toEqual(told)
  })

  it('is that there is no built app', async () => {
    await rm(web, { recursive: true })
    expect(await warnings()).toEqual([
      `There is no built app in ${web}, so no pages can be shown. Build it: npm run build`,
    ])
  })

  it.each(['assets/main-Xy12.js', 'sw.js'])('is that the built app lacks %s', async (name) => {
    await rm(join(web, name))
    expect(await warnings()).toEqual([
      `The built app in ${web} is incomplete, ${name} is missing. Build it again: npm run build`,
    ])
  })

  it('is nothing with the app as it is built', async () => {
    expect(await startWarnings(readEnv({}), 'trial')).toEqual([])
  })
})
