import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '#server/env'

const oidc = { OIDC_ISSUER: 'https://login.example.org/realms/pool', OIDC_CLIENT_ID: 'pool', OIDC_CLIENT_SECRET: 'x' }

describe('the environment', () => {
  it('needs nothing: a local demo on port 3000 with its data in ./data', () => {
    expect(readEnv({})).toEqual({
      production: false,
      port: 3000,
      host: 'localhost',
      dataDir: resolve('data'),
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      oidc: null,
      demoLeague: true,
      rehearsal: null,
      trustProxy: false,
      rateLimit: 1200,
      session: { days: 180, idleDays: 30 },
      hstsSubdomains: true,
      logLevel: 'info',
      pictureHosts: [],
      schedule: { importEveryMinutes: 30, publishAtMinutes: 5 * 60 },
      nhlApi: { web: 'https://api-web.nhle.com/v1', stats: 'https://api.nhle.com/stats/rest/en' },
    })
  })

  it('takes a provider, a database, proxies and picture hosts', () => {
    const env = readEnv({
      ...oidc,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://pool.example.org/',
      DATABASE_URL: 'postgres://pool@db/pool',
      TRUST_PROXY: '1',
      PICTURE_HOSTS: 'https://assets.nhle.com, https://cms.nhl.bamgrid.com',
    })
    expect(env).toMatchObject({
      production: true,
      publicUrl: 'https://pool.example.org',
      databaseUrl: 'postgres://pool@db/pool',
      trustProxy: 1,
      pictureHosts: ['https://assets.nhle.com', 'https://cms.nhl.bamgrid.com'],
      oidc: { issuer: oidc.OIDC_ISSUER, clientId: 'pool', clientSecret: 'x' },
    })
  })

  it('treats an empty variable as not set', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', OIDC_ISSUER: '' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
      oidc: null,
    })
  })

  it.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['SESSION_DAYS', { SESSION_DAYS: '0' }],
    ['SESSION_DAYS', { SESSION_DAYS: '401' }],
    ['SESSION_IDLE_DAYS', { SESSION_IDLE_DAYS: 'month' }],
    ['HSTS_SUBDOMAINS', { HSTS_SUBDOMAINS: 'no' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['NHL_API_WEB', { NHL_API_WEB: 'api-web.nhle.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'pool.example.org' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pool.example.org/path' }],
    ['PUBLIC_URL', { ...oidc, NODE_ENV: 'production', PUBLIC_URL: 'http://pool.example.org' }],
    ['OIDC_ISSUER', { NODE_ENV: 'production' }],
    ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'pool', OIDC_CLIENT_SECRET: 'x' }],
    ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'http://login.example.org' }],
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: oidc.OIDC_ISSUER }],
    ['OIDC_CLIENT_SECRET', { OIDC_ISSUER: oidc.OIDC_ISSUER, OIDC_CLIENT_ID: 'pool' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['RATE_LIMIT', { RATE_LIMIT: '-1' }],
    ['SCHEDULE', { SCHEDULE: 'sometimes' }],
    ['IMPORT_EVERY', { IMPORT_EVERY: '0' }],
    ['PUBLISH_AT', { PUBLISH_AT: '25:00' }],
    ['DEMO_LEAGUE', { DEMO_LEAGUE: 'maybe' }],
    ['PICTURE_HOSTS', { PICTURE_HOSTS: "https://a.example; script-src 'unsafe-inline'" }],
  ])('refuses a wrong %s with one sentence that names it (%j)', (name, variables) => {
    expect(() => readEnv(variables)).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
  })

  it('never repeats a secret in its sentence', () => {
    expect(() => readEnv({ DATABASE_URL: 'mysql://pool:secret@db' })).toThrow(/^(?!.*secret)/)
  })
})
