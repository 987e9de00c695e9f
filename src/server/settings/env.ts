import { resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Arguments, Rehearsal } from './arguments.ts'
import { refuseMisspelt } from './misspelt.ts'
import { StartRefusal } from './start-refusal.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Browsers keep no cookie for longer than 400 days. */
const days = Type.String({ pattern: '^([1-9][0-9]?|[123][0-9]{2}|400)$', description: 'a number of days, 1 to 400' })

/** The variables as they are set; each description completes the sentence "NAME must be ...". */
const Variables = Type.Object({
  NODE_ENV: Type.Optional(Type.String({ description: 'a word such as production or development' })),
  PORT: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}$', description: 'a port number, 0 to 65535' })),
  HOST: Type.Optional(Type.String({ minLength: 1, description: 'a host name or an address to listen on' })),
  DATA_DIR: Type.Optional(Type.String({ minLength: 1, description: 'a folder' })),
  DATABASE_URL: Type.Optional(
    Type.String({ pattern: '^postgres(ql)?://', description: 'a URL that begins with postgres:// or postgresql://' }),
  ),
  PUBLIC_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^/?#@]+/?$', description: 'an origin such as https://pool.example.org' }),
  ),
  OIDC_ISSUER: Type.Optional(Type.String({ pattern: '^https?://', description: "the identity provider's issuer URL" })),
  OIDC_CLIENT_ID: Type.Optional(Type.String({ minLength: 1, description: 'the client id at the identity provider' })),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ minLength: 1, description: 'the client secret at the identity provider' }),
  ),
  OIDC_CLIENT_AUTH: Type.Optional(
    Type.Union([Type.Literal('basic'), Type.Literal('post')], { description: 'basic or post' }),
  ),
  OIDC_ACCOUNT_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: "the URL of the identity provider's account page" }),
  ),
  DEMO_LEAGUE: Type.Optional(Type.String({ pattern: '^(on|off)$', description: 'on or off' })),
  DEMO_LOGIN: Type.Optional(Type.String({ pattern: '^(local|everywhere)$', description: 'local or everywhere' })),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^(true|false|[0-9]{1,2}|[0-9a-fA-F.:/, ]+|loopback)$',
      description: 'true, false, a number of proxies, or the addresses of proxies',
    }),
  ),
  LOG_LEVEL: Type.Optional(
    Type.Union(
      LOG_LEVELS.map((level) => Type.Literal(level)),
      { description: `one of ${LOG_LEVELS.join(', ')}` },
    ),
  ),
  RATE_LIMIT: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,7}$',
      description: 'a number of requests per minute and address, or 0 for no limit',
    }),
  ),
  SESSION_DAYS: Type.Optional(days),
  SESSION_IDLE_DAYS: Type.Optional(days),
  HSTS_SUBDOMAINS: Type.Optional(Type.String({ pattern: '^(on|off)$', description: 'on or off' })),
  PICTURE_HOSTS: Type.Optional(
    Type.String({
      pattern: '^(https://[A-Za-z0-9.*-]+(:[0-9]+)?[ ,]*)*$',
      description: 'https origins of player pictures and logos, with spaces between them',
    }),
  ),
  SCHEDULE: Type.Optional(Type.String({ pattern: '^(on|off)$', description: 'on or off' })),
  IMPORT_EVERY: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,3}$', description: 'a number of minutes, 1 to 9999' }),
  ),
  PUBLISH_AT: Type.Optional(
    Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'a time of day such as 05:00' }),
  ),
  NHL_API_WEB: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'a URL such as https://api-web.nhle.com/v1' }),
  ),
  NHL_API_STATS: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'a URL such as https://api.nhle.com/stats/rest/en' }),
  ),
})

type Name = keyof Static<typeof Variables>

export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** How the secret is sent to the provider; null: as it announces. */
  clientAuth: 'basic' | 'post' | null
  /** Where members change their password. */
  accountUrl: string
}

export interface Env {
  production: boolean
  port: number
  host: string
  /** Absolute. Holds the embedded database, and the keys of the demo identity provider. */
  dataDir: string
  /** A PostgreSQL server; null: the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** The origin that browsers see, without a slash at the end. */
  publicUrl: string
  /** null: the embedded demo provider. */
  oidc: OidcProvider | null
  /** Whether an empty database gets the demo league. */
  demoLeague: boolean
  /** null: no team is played by the demo. */
  rehearsal: Rehearsal | null
  /** Which proxies are believed about the client's address: all, this many hops, or these addresses. */
  trustProxy: boolean | number | string
  /** API requests per minute and address; 0: no limit. */
  rateLimit: number
  /** How long a login lasts in any case, and without a visit. */
  session: { days: number; idleDays: number }
  /** Whether HSTS includes the subdomains. */
  hstsSubdomains: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** Further origins that pictures may come from. */
  pictureHosts: string[]
  /** When statistics are imported and published by themselves; null: only by command. */
  schedule: {
    /** While games are on. */
    importEveryMinutes: number
    /** On the league's clock, after midnight. */
    publishAtMinutes: number
  } | null
  /** Base addresses of the NHL's public API, without a slash at the end. */
  nhlApi: { web: string; stats: string }
}

const refuse = (name: Name, is: string): never => {
  throw new StartRefusal(`${name} ${is}.`)
}

/** Whether only this machine itself can reach it. */
export const isLocalHost = (host: string): boolean =>
  /^((.+\.)?localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i.test(host)

const isLocal = (url: URL): boolean => isLocalHost(url.hostname)

/** Refuses a name that is nearly one of ours. */
export const refuseMisspeltSettings = (source: Record<string, string | undefined>): void =>
  refuseMisspelt(source, Object.keys(Variables.properties))

/** An empty variable counts as not set, as container files often write it. */
function readVariables(source: Record<string, string | undefined>): Static<typeof Variables> {
  const names = Object.keys(Variables.properties)
  const set = Object.fromEntries(names.flatMap((name) => (source[name] ? [[name, source[name].trim()]] : [])))
  for (const [name, schema] of Object.entries(Variables.properties)) {
    if (name in set && !Value.Check(schema, set[name])) {
      throw new StartRefusal(`${name} must be ${'description' in schema ? schema.description : 'set correctly'}.`)
    }
  }
  return Value.Parse(Variables, set)
}

function readUrl(name: Name, value: string): URL {
  const url = URL.parse?.(value) ?? (URL.canParse(value) ? new URL(value) : null)
  return url ?? refuse(name, 'is not a URL')
}

const readBase = (name: Name, value: string): string => readUrl(name, value).href.replace(/\/$/, '')

function readOidc(variables: Static<typeof Variables>): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables
  if (!issuer && !clientId && !clientSecret) return null
  const together = 'is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together'
  if (!issuer) return refuse('OIDC_ISSUER', together)
  if (!clientId) return refuse('OIDC_CLIENT_ID', together)
  if (!clientSecret) return refuse('OIDC_CLIENT_SECRET', together)
  const url = readUrl('OIDC_ISSUER', issuer)
  if (url.protocol !== 'https:' && !isLocal(url)) refuse('OIDC_ISSUER', 'must be an https URL')
  // Keycloak's address, by default.
  const accountUrl = variables.OIDC_ACCOUNT_URL ?? `${issuer.replace(/\/$/, '')}/account`
  const clientAuth = variables.OIDC_CLIENT_AUTH ?? null
  return { issuer, clientId, clientSecret, clientAuth, accountUrl: readUrl('OIDC_ACCOUNT_URL', accountUrl).href }
}

function readSchedule({ SCHEDULE, IMPORT_EVERY, PUBLISH_AT }: Static<typeof Variables>): Env['schedule'] {
  if (SCHEDULE === 'off') return null
  const [hours = 0, minutes = 0] = (PUBLISH_AT ?? '05:00').split(':').map(Number)
  return { importEveryMinutes: Number(IMPORT_EVERY ?? 30), publishAtMinutes: hours * 60 + minutes }
}

function readTrustProxy(value: string | undefined): Env['trustProxy'] {
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  return /^\d+$/.test(value) ? Number(value) : value
}

/** A rehearsal is a demo league with its own members. */
function checkRehearsal({ DEMO_LEAGUE }: Static<typeof Variables>, oidc: OidcProvider | null): void {
  if (oidc) refuse('OIDC_ISSUER', 'cannot be set with --scenario draft-night, which is played with the demo login')
  if (DEMO_LEAGUE === 'off') refuse('DEMO_LEAGUE', 'cannot be off with --scenario draft-night, which is a demo league')
}

/** Reads the environment once; a wrong value ends the start with a sentence that names the variable. */
export function readEnv(
  source: Record<string, string | undefined> = process.env,
  { rehearsal }: Pick<Arguments, 'rehearsal'> = { rehearsal: null },
): Env {
  refuseMisspeltSettings(source)
  const variables = readVariables(source)
  const production = variables.NODE_ENV === 'production'
  // Otherwise `prod` would count as "not production", and the demo login would let anybody in.
  if (!production && /^prod/i.test(variables.NODE_ENV ?? '')) refuse('NODE_ENV', 'must be production, written so')
  const port = Number(variables.PORT ?? 3000)
  if (port > 65_535) refuse('PORT', 'must be a port number, 0 to 65535')
  const publicUrl = readUrl('PUBLIC_URL', variables.PUBLIC_URL ?? `http://localhost:${port}`)
  if (production && publicUrl.protocol !== 'https:' && !isLocal(publicUrl)) {
    refuse('PUBLIC_URL', 'must be an https URL in production, since the session cookie is only sent over https')
  }
  const oidc = readOidc(variables)
  if (production && !oidc) {
    refuse('OIDC_ISSUER', 'is missing: the demo login has no passwords and never runs with NODE_ENV=production')
  }
  const host = variables.HOST ?? 'localhost'
  if (!oidc && !isLocalHost(host) && variables.DEMO_LOGIN !== 'everywhere') {
    refuse(
      'HOST',
      `${host} lets other machines in, and the demo login has no passwords: set DEMO_LOGIN=everywhere if they may act as any member, or OIDC_ISSUER`,
    )
  }
  if (rehearsal) checkRehearsal(variables, oidc)
  return {
    production,
    port,
    host,
    dataDir: resolve(variables.DATA_DIR ?? (rehearsal ? 'data/draft-night' : 'data')),
    databaseUrl: variables.DATABASE_URL ?? null,
    publicUrl: publicUrl.origin,
    oidc,
    demoLeague: oidc === null && variables.DEMO_LEAGUE !== 'off',
    rehearsal,
    trustProxy: readTrustProxy(variables.TRUST_PROXY),
    rateLimit: Number(variables.RATE_LIMIT ?? 1_200),
    session: { days: Number(variables.SESSION_DAYS ?? 180), idleDays: Number(variables.SESSION_IDLE_DAYS ?? 30) },
    hstsSubdomains: variables.HSTS_SUBDOMAINS !== 'off',
    logLevel: variables.LOG_LEVEL ?? 'info',
    pictureHosts: (variables.PICTURE_HOSTS ?? '').split(/[ ,]+/).filter(Boolean),
    schedule: readSchedule(variables),
    nhlApi: {
      web: readBase('NHL_API_WEB', variables.NHL_API_WEB ?? 'https://api-web.nhle.com/v1'),
      stats: readBase('NHL_API_STATS', variables.NHL_API_STATS ?? 'https://api.nhle.com/stats/rest/en'),
    },
  }
}
