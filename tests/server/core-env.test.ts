import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '#server/settings/env'
import { resolveLoginMethod } from '#server/settings/login'

const oidc = { OIDC_ISSUER: 'https://login.example.org/realms/pool', OIDC_CLIENT_ID: 'pool', OIDC_CLIENT_SECRET: 'x' }

describe('the environment', () => {
  it('needs nothing: a local demo on port 3000 with its data in ./data', () => {
    // What the others are without a setting is compared with docs/reference by reference-pages.
    const { publicUrl, dataDir, ...env } = readEnv({})
    expect([publicUrl, dataDir]).toEqual(['http://localhost:3000', resolve('data')])
    expect(env).toMatchObject({ production: false, host: 'localhost', databaseUrl: null, trustProxy: false })
    expect(env).toMatchObject({ login: null, oidc: null, demoLeague: true, demoLoginEverywhere: false })
    expect(env).toMatchObject({ rehearsal: null, gameNight: null, pictureHosts: [] })
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
    ['PUSH_HOSTS', { PUSH_HOSTS: 'https://fcm.googleapis.com' }],
    ['PUSH_HOSTS', { PUSH_HOSTS: '10.0.0.1' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['NHL_API_WEB', { NHL_API_WEB: 'api-web.nhle.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'pool.example.org' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pool.example.org/path' }],
    ['PUBLIC_URL', { ...oidc, NODE_ENV: 'production', PUBLIC_URL: 'http://pool.example.org' }],
    ['PUBLIC_URL', { NODE_ENV: 'production', PUBLIC_URL: 'http://pool.example.org' }],
    ['LOGIN', { LOGIN: 'trial', NODE_ENV: 'production' }],
    ['LOGIN', { LOGIN: 'passkeys' }],
    ['OIDC_ISSUER', { LOGIN: 'external' }],
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['NODE_ENV', { NODE_ENV: 'Production' }],
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
    ['DEMO_LOGIN', { DEMO_LOGIN: 'yes' }],
    ['HOST', { LOGIN: 'trial', HOST: '0.0.0.0' }],
    ['HOST', { LOGIN: 'trial', HOST: '::', DEMO_LOGIN: 'local' }],
    ['HOST', { LOGIN: 'trial', HOST: 'pool.example.org' }],
    ['PICTURE_HOSTS', { PICTURE_HOSTS: "https://a.example; script-src 'unsafe-inline'" }],
  ])('refuses a wrong %s with one sentence that names it (%j)', (name, variables) => {
    expect(() => readEnv(variables)).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
  })

  it.each<[string, Record<string, string>, string | null]>([
    ['of the league in the database', {}, null],
    ['external with a provider', oidc, 'external'],
    ['external where LOGIN says so', { ...oidc, LOGIN: 'external' }, 'external'],
    ['accounts where LOGIN says so, beside a provider', { ...oidc, LOGIN: 'accounts' }, 'accounts'],
    ['accounts in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://pool.example.org' }, 'accounts'],
    ['accounts in production on this machine', { NODE_ENV: 'production' }, 'accounts'],
    ['a trial where LOGIN says so, beside a provider', { ...oidc, LOGIN: 'trial' }, 'trial'],
  ])('has a login: %s', (_case, variables, login) => {
    const env = readEnv(variables)
    expect(env.login).toBe(login)
    expect(env.oidc !== null).toBe(login === 'external')
    // Only a trial may have the demo league.
    expect(env.demoLeague).toBe(login === null || login === 'trial')
  })

  it('lets a real league decide: accounts, and they listen anywhere; else a trial, on this machine only', () => {
    expect(resolveLoginMethod(readEnv({}), true)).toBe('accounts')
    expect(resolveLoginMethod(readEnv({}), false)).toBe('trial')
    expect(resolveLoginMethod(readEnv({ LOGIN: 'trial' }), true)).toBe('trial')
    expect(resolveLoginMethod(readEnv({ HOST: '0.0.0.0' }), true)).toBe('accounts')
    expect(() => resolveLoginMethod(readEnv({ HOST: '0.0.0.0' }), false)).toThrow(
      /^HOST 0\.0\.0\.0 lets other machines in/,
    )
    expect(resolveLoginMethod(readEnv({ HOST: '0.0.0.0', DEMO_LOGIN: 'everywhere' }), false)).toBe('trial')
  })

  it.each([
    { LOGIN: 'trial', HOST: '127.0.0.1' },
    { LOGIN: 'trial', HOST: '::1' },
    { LOGIN: 'trial', HOST: 'localhost' },
    { LOGIN: 'trial', HOST: '0.0.0.0', DEMO_LOGIN: 'everywhere' },
    { HOST: '0.0.0.0', ...oidc },
  ])('lets the demo login listen where no one else is, or where it is told to by name (%j)', (variables) => {
    expect(readEnv(variables).host).toBe(variables.HOST)
  })

  it.each([
    ['OIDC_ISUER', 'OIDC_ISSUER'],
    ['ODIC_ISSUER', 'OIDC_ISSUER'],
    ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DIRS', 'DATA_DIR'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['PICTURE_HOST', 'PICTURE_HOSTS'],
    ['NODE_EVN', 'NODE_ENV'],
    ['NHL_API_STAT', 'NHL_API_STATS'],
  ])('refuses %s, which is nearly %s', (name, meant) => {
    expect(() => readEnv({ [name]: 'x' })).toThrow(
      `${name} is not a setting; did you mean ${meant}? Rename it or unset it.`,
    )
    // Beside the right one it is somebody else's.
    const right = { NODE_ENV: 'test', DATABASE_URL: 'postgres://x', DATA_DIR: 'x', LOG_LEVEL: 'info' }
    expect(() => readEnv({ [name]: '' })).not.toThrow()
    if (meant in right) expect(() => readEnv({ ...right, [name]: 'x' })).not.toThrow()
  })

  it('lets the names alone that other programs set', () => {
    const names = `
      HOME HOSTNAME HOSTTYPE HOSTS HTTP_HOST DOCKER_HOST PORTAL PORTS REPORT PATH PWD OLDPWD USER LOGNAME SHELL SHLVL TERM
      LANG LANGUAGE LC_ALL LC_TIME TZ TMPDIR TEMP EDITOR PAGER DISPLAY MAIL MACHTYPE OSTYPE COLUMNS LINES DEBUG CI LOGLEVEL
      LOG_FORMAT LOG_FILE LOG_DIR NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_NAME NODENV_ROOT NVM_DIR
      YARN_VERSION NPM_CONFIG_LOGLEVEL npm_config_loglevel npm_lifecycle_event INIT_CWD XDG_DATA_DIRS XDG_DATA_HOME
      XDG_CONFIG_DIRS XDG_RUNTIME_DIR PGDATA PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE POSTGRES_DB POSTGRES_USER
      POSTGRES_PASSWORD DATABASE DATABASE_HOST DATABASE_NAME DATABASE_USER DATABASE_PASSWORD DB_URL HTTP_PROXY HTTPS_PROXY
      NO_PROXY ALL_PROXY http_proxy no_proxy KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT PUBLIC_KEY
      PUBLIC_IP PUBLIC_DIR PUBLIC_PORT SSH_AUTH_SOCK SSH_CONNECTION DBUS_SESSION_BUS_ADDRESS SYSTEMD_EXEC_PID INVOCATION_ID
      JOURNAL_STREAM NOTIFY_SOCKET MEMORY_LIMIT RATE SCHEDULER APP_ENV RAILS_ENV FLASK_ENV DYNO RENDER FLY_APP_NAME
      RAILWAY_PUBLIC_DOMAIN VERCEL_URL WEBSITE_HOSTNAME AWS_REGION GITHUB_ACTIONS SESSION_SECRET SECRET_KEY`
    const variables = Object.fromEntries(
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, 'x']),
    )
    expect(() => readEnv(variables)).not.toThrow()
  })

  it('never repeats a secret in its sentence', () => {
    expect(() => readEnv({ DATABASE_URL: 'mysql://pool:secret@db' })).toThrow(/^(?!.*secret)/)
  })
})
