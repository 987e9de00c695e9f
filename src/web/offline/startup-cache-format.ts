import type { Pick } from '#contract/draft'
import type { LeagueSettings } from '#contract/league'
import type { LastUpdated, Team } from '#contract/stats'
import type { ShoppingCart } from '#contract/trading'
import type { User } from '#contract/user'
import { ownerOf } from './owner.ts'

// Part of the first-frame script, so it imports little.

/** The name on members' devices, from when this was called the glance: what they have stored survives an update. */
export const STARTUP_CACHE_KEY = 'pool-glance'
/** Raised when what is stored changes its meaning; a cache of another version is dropped. */
const STARTUP_CACHE_VERSION = 1
export const STARTUP_CACHE_MAX_CHARS = 150_000

/** What is stored, by importance: when it grows too large the last are left out first. */
export const startupSubjects = [
  'user',
  'teams',
  'last-updated',
  'team',
  'cart',
  'league-settings',
  'pick-sequence',
] as const
export type StartupSubject = (typeof startupSubjects)[number]

/** One answer with the time (ms) at which it was fetched. */
export interface CachedAnswer<Data = unknown> {
  readonly data: Data
  readonly at: number
}

interface StartupData {
  readonly user: User
  readonly teams: readonly Team[]
  readonly 'last-updated': LastUpdated
  readonly team: Team
  readonly cart: ShoppingCart
  readonly 'league-settings': LeagueSettings
  readonly 'pick-sequence': readonly Pick[]
}

type Answers = { readonly [Subject in StartupSubject]?: CachedAnswer<StartupData[Subject]> }

interface StartupCache extends Answers {
  readonly user: CachedAnswer<User>
}

/** What the first frame shows. `teams` is empty when no standings were stored. */
export interface FirstFrameData {
  readonly user: User
  readonly teams: readonly Team[]
  readonly modifiedAt: string | null
  /** When the standings were fetched, ms. */
  readonly fetchedAt: number
  readonly settings: LeagueSettings | undefined
  readonly picks: readonly Pick[] | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const maybeNumber = (value: unknown): boolean => value === undefined || value === null || Number.isFinite(value)
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

export const isUser = (value: unknown): value is User =>
  isRecord(value) &&
  isText(value.name) &&
  (value.id === undefined || value.id === null || isText(value.id)) &&
  maybeNumber(value.teamId) &&
  isTexts(value.roles) &&
  (value.features === undefined || value.features === null || isTexts(value.features))

/** Of this version it is as the app has written it; only whose it is has to be known. */
const isStored = (value: unknown): value is { readonly answers: StartupCache } => {
  if (!isRecord(value) || value.version !== STARTUP_CACHE_VERSION || !isRecord(value.answers)) return false
  const { user } = value.answers
  return isRecord(user) && isUser(user.data) && ownerOf(user.data) !== null
}

/**
 * The stored answers; null when the text is missing, broken, of another version, or without a user who can be
 * distinguished from others.
 */
export const readStartupCache = (raw: string | null): StartupCache | null => {
  if (raw === null) return null
  try {
    const stored: unknown = JSON.parse(raw)
    return isStored(stored) ? stored.answers : null
  } catch {
    return null
  }
}

export const readFirstFrameData = (raw: string | null): FirstFrameData | null => {
  const kept = readStartupCache(raw)
  if (!kept) return null
  const { user, teams } = kept
  return {
    user: user.data,
    teams: teams?.data ?? [],
    modifiedAt: kept['last-updated']?.data.modifiedAt ?? null,
    fetchedAt: (teams ?? user).at,
    settings: kept['league-settings']?.data,
    picks: kept['pick-sequence']?.data,
  }
}

/** The text to store: complete answers by importance, as long as they fit. */
export const serializeStartupCache = (kept: Partial<Record<StartupSubject, CachedAnswer>>): string => {
  const answers: string[] = []
  let size = 40 // version, brackets and commas
  for (const subject of startupSubjects) {
    const answer = kept[subject]
    if (!answer) continue
    const text = `${JSON.stringify(subject)}:${JSON.stringify(answer)}`
    if (size + text.length > STARTUP_CACHE_MAX_CHARS) continue
    answers.push(text)
    size += text.length
  }
  return `{"version":${STARTUP_CACHE_VERSION},"answers":{${answers.join(',')}}}`
}
