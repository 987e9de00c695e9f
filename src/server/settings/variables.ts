import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { StartRefusal } from './start-refusal.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

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
  LOGIN: Type.Optional(
    Type.String({ pattern: '^(external|accounts|trial)$', description: 'external, accounts or trial' }),
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
  PUSH_HOSTS: Type.Optional(
    Type.String({
      pattern: '^(([*][.])?[a-z0-9-]+([.][a-z0-9-]+)*[.][a-z]+[ ,]*)+$',
      description:
        'host names of push services such as fcm.googleapis.com or *.push.apple.com, with spaces between them',
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

export type Variables = Static<typeof Variables>
type Name = keyof Static<typeof Variables>

export const settingNames: readonly string[] = Object.keys(Variables.properties)

export const refuse = (name: Name, is: string): never => {
  throw new StartRefusal(`${name} ${is}.`)
}

/** Whether only this machine itself can reach it. */
export const isLocalHost = (host: string): boolean =>
  /^((.+\.)?localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i.test(host)

export const isLocal = (url: URL): boolean => isLocalHost(url.hostname)

/** Refuses a name that is nearly one of ours. */
export const refuseMisspeltSettings = (source: Record<string, string | undefined>): void =>
  refuseMisspelt(source, settingNames)

/** An empty variable counts as not set, as container files often write it. */
export function readVariables(source: Record<string, string | undefined>): Variables {
  const set = Object.fromEntries(settingNames.flatMap((name) => (source[name] ? [[name, source[name].trim()]] : [])))
  for (const [name, schema] of Object.entries(Variables.properties)) {
    if (name in set && !Value.Check(schema, set[name])) {
      throw new StartRefusal(`${name} must be ${'description' in schema ? schema.description : 'set correctly'}.`)
    }
  }
  return Value.Parse(Variables, set)
}

export function readUrl(name: Name, value: string): URL {
  const url = URL.parse?.(value) ?? (URL.canParse(value) ? new URL(value) : null)
  return url ?? refuse(name, 'is not a URL')
}

export const readBase = (name: Name, value: string): string => readUrl(name, value).href.replace(/\/$/, '')

/** Names near ours that other tools read. */
const OF_OTHERS = new Set(['LOGLEVEL', 'SCHEDULER'])

/** Two wrong letters in a long name are hardly chance; in a short one they are (HOST and HOME). */
function allowedMistakes(name: string): number {
  if (name.length < 8) return 0
  return name.length < 10 ? 1 : 2
}

/**
 * A misspelt name would silently leave its setting at the default: another database, or no identity provider. If such
 * a name is needed for something else, set the right one beside it.
 */
function refuseMisspelt(source: Record<string, string | undefined>, known: readonly string[]): void {
  const unset = known.filter((name) => !source[name])
  for (const name of Object.keys(source)) {
    if (!source[name] || known.includes(name) || OF_OTHERS.has(name)) continue
    const meant = unset.find((each) => isNear(name.toUpperCase(), each))
    if (meant) {
      throw new StartRefusal(`${name} is not a setting; did you mean ${meant}? Rename it or unset it.`)
    }
  }
}

function isNear(name: string, known: string): boolean {
  const allowed = allowedMistakes(known)
  return allowed > 0 && Math.abs(name.length - known.length) <= allowed && distance(name, known) <= allowed
}

/** How many letters are wrong, missing, added, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + differs,
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
