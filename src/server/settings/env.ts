import { resolve } from 'node:path'
import type { Arguments, GameNight, Rehearsal } from './arguments.ts'
import { type LoginSettings, readLogin } from './login.ts'
import {
  isLocal,
  type LOG_LEVELS,
  readBase,
  readUrl,
  readVariables,
  refuse,
  refuseMisspeltSettings,
  type Variables,
} from './variables.ts'

export interface Env extends LoginSettings {
  production: boolean
  port: number
  host: string
  /** Absolute. Holds the embedded database, and the keys of the embedded identity provider. */
  dataDir: string
  /** A PostgreSQL server; null: the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** The origin that browsers see, without a slash at the end. */
  publicUrl: string
  /** Whether an empty database gets the demo league. */
  demoLeague: boolean
  /** null: no team is played by the demo. */
  rehearsal: Rehearsal | null
  /** null: the server's clock is the machine's. */
  gameNight: GameNight | null
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
  /** The push services that notifications are sent to; `*.` stands for any subdomain. */
  pushHosts: string[]
  /** When statistics are imported and published by themselves; null: only by command. */
  schedule: {
    /** While games are on. */
    importEveryMinutes: number
    /** On the league's clock, after midnight. */
    publishAtMinutes: number
  } | null
  /** Base addresses of the NHL's public API, without a slash at the end. Another source may need no pause between calls. */
  nhlApi: { web: string; stats: string; pauseMs?: number }
}

/** Of Chrome and its kin, Firefox, Safari and Edge. */
const PUSH_HOSTS = 'fcm.googleapis.com updates.push.services.mozilla.com *.push.apple.com *.notify.windows.com'

const readList = (value: string): string[] => value.split(/[ ,]+/).filter(Boolean)

function readSchedule({ SCHEDULE, IMPORT_EVERY, PUBLISH_AT }: Variables): Env['schedule'] {
  if (SCHEDULE === 'off') return null
  const [hours = 0, minutes = 0] = (PUBLISH_AT ?? '05:00').split(':').map(Number)
  return { importEveryMinutes: Number(IMPORT_EVERY ?? 30), publishAtMinutes: hours * 60 + minutes }
}

function readTrustProxy(value: string | undefined): Env['trustProxy'] {
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  return /^\d+$/.test(value) ? Number(value) : value
}

/** A scenario is a demo league with its own members. */
function checkScenario(scenario: string, { DEMO_LEAGUE, NODE_ENV }: Variables, { login }: LoginSettings): void {
  const played = `with --scenario ${scenario}, which is played with the demo login`
  if (login === 'external') refuse('OIDC_ISSUER', `cannot be set ${played}`)
  if (login === 'accounts') {
    if (NODE_ENV === 'production') refuse('NODE_ENV', `cannot be production ${played}`)
    refuse('LOGIN', `cannot be accounts ${played}`)
  }
  if (DEMO_LEAGUE === 'off') refuse('DEMO_LEAGUE', `cannot be off with --scenario ${scenario}, which is a demo league`)
}

/** Reads the environment once; a wrong value ends the start with a sentence that names the variable. */
export function readEnv(
  source: Record<string, string | undefined> = process.env,
  { rehearsal, gameNight }: Pick<Arguments, 'rehearsal' | 'gameNight'> = { rehearsal: null, gameNight: null },
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
  const host = variables.HOST ?? 'localhost'
  const login = readLogin(variables, { production, host })
  const scenario = rehearsal ? 'draft-night' : gameNight && 'game-night'
  if (scenario) checkScenario(scenario, variables, login)
  return {
    production,
    port,
    host,
    dataDir: resolve(variables.DATA_DIR ?? (scenario ? `data/${scenario}` : 'data')),
    databaseUrl: variables.DATABASE_URL ?? null,
    publicUrl: publicUrl.origin,
    ...login,
    demoLeague: (login.login ?? 'trial') === 'trial' && variables.DEMO_LEAGUE !== 'off',
    rehearsal,
    gameNight,
    trustProxy: readTrustProxy(variables.TRUST_PROXY),
    rateLimit: Number(variables.RATE_LIMIT ?? 1_200),
    session: { days: Number(variables.SESSION_DAYS ?? 180), idleDays: Number(variables.SESSION_IDLE_DAYS ?? 30) },
    hstsSubdomains: variables.HSTS_SUBDOMAINS !== 'off',
    logLevel: variables.LOG_LEVEL ?? 'info',
    pictureHosts: readList(variables.PICTURE_HOSTS ?? ''),
    pushHosts: readList(variables.PUSH_HOSTS ?? PUSH_HOSTS),
    schedule: readSchedule(variables),
    nhlApi: {
      web: readBase('NHL_API_WEB', variables.NHL_API_WEB ?? 'https://api-web.nhle.com/v1'),
      stats: readBase('NHL_API_STATS', variables.NHL_API_STATS ?? 'https://api.nhle.com/stats/rest/en'),
    },
  }
}
