import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { StartRefusal } from './start-refusal.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const text = (pattern: string, description: string) => Type.String({ pattern, description })

/** Browsers keep no cookie for longer than 400 days. */
const days = text('^([1-9][0-9]?|[123][0-9]{2}|400)$', 'a number of days, 1 to 400')
const onOff = text('^(on|off)$', 'on or off')

/** The variables as they are set; each description completes the sentence "NAME must be ...". */
const Variables = Type.Partial(
  Type.Object({
    NODE_ENV: Type.String({ description: 'a word such as production or development' }),
    PORT: text('^[0-9]{1,5}$', 'a port number, 0 to 65535'),
    HOST: Type.String({ minLength: 1, description: 'a host name or an address to listen on' }),
    DATA_DIR: Type.String({ minLength: 1, description: 'a folder' }),
    DATABASE_URL: text('^postgres(ql)?://', 'a URL that begins with postgres:// or postgresql://'),
    PUBLIC_URL: text('^https?://[^/?#@]+/?$', 'an origin such as https://pool.example.org'),
    OIDC_ISSUER: text('^https?://', "the identity provider's issuer URL"),
    OIDC_CLIENT_ID: Type.String({ minLength: 1, description: 'the client id at the identity provider' }),
    OIDC_CLIENT_SECRET: Type.String({ minLength: 1, description: 'the client secret at the identity provider' }),
    OIDC_CLIENT_AUTH: Type.Enum(['basic', 'post'], { description: 'basic or post' }),
    OIDC_ACCOUNT_URL: text('^https?://', "the URL of the identity provider's account page"),
    LOGIN: text('^(external|accounts|trial)$', 'external, accounts or trial'),
    DEMO_LEAGUE: onOff,
    DEMO_LOGIN: text('^(local|everywhere)$', 'local or everywhere'),
    TRUST_PROXY: text(
      '^(true|false|[0-9]{1,2}|[0-9a-fA-F.:/, ]+|loopback)$',
      'true, false, a number of proxies, or the addresses of proxies',
    ),
    LOG_LEVEL: Type.Enum(LOG_LEVELS, { description: `one of ${LOG_LEVELS.join(', ')}` }),
    RATE_LIMIT: text('^[0-9]{1,7}$', 'a number of requests per minute and address, or 0 for no limit'),
    SESSION_DAYS: days,
    SESSION_IDLE_DAYS: days,
    HSTS_SUBDOMAINS: onOff,
    PICTURE_HOSTS: text(
      '^(https://[A-Za-z0-9.*-]+(:[0-9]+)?[ ,]*)*$',
      'https origins of player pictures and logos, with spaces between them',
    ),
    PUSH_HOSTS: text(
      '^(([*][.])?[a-z0-9-]+([.][a-z0-9-]+)*[.][a-z]+[ ,]*)+$',
      'host names of push services such as fcm.googleapis.com or *.push.apple.com, with spaces between them',
    ),
    SCHEDULE: onOff,
    IMPORT_EVERY: text('^[1-9][0-9]{0,3}$', 'a number of minutes, 1 to 9999'),
    PUBLISH_AT: text('^([01][0-9]|2[0-3]):[0-5][0-9]$', 'a time of day such as 05:00'),
    NHL_API_WEB: text('^https?://', 'a URL such as https://api-web.nhle.com/v1'),
    NHL_API_STATS: text('^https?://', 'a URL such as https://api.nhle.com/stats/rest/en'),
  }),
)

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
