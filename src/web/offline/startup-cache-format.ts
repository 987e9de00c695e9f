import type { LeagueSettings } from '#contract/league'
import type { Team } from '#contract/stats'
import type { User } from '#contract/user'
import { ownerOf } from './owner.ts'

// Part of the first-frame script, so it validates by hand and imports little.

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
export interface CachedAnswer {
  readonly data: unknown
  readonly at: number
}

/** What the first frame shows. `teams` is empty when no standings were stored. */
export interface FirstFrameData {
  readonly user: User
  readonly teams: readonly Team[]
  readonly modifiedAt: string | null
  /** When the standings were fetched, ms. */
  readonly fetchedAt: number
  readonly settings: LeagueSettings | undefined
  readonly picks: readonly { readonly pickStatus: string }[] | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const maybeNumber = (value: unknown): boolean => value === undefined || value === null || isNumber(value)

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

export const isUser = (value: unknown): value is User =>
  isRecord(value) &&
  isText(value.name) &&
  (value.id === undefined || value.id === null || isText(value.id)) &&
  maybeNumber(value.teamId) &&
  isTexts(value.roles) &&
  (value.features === undefined || value.features === null || isTexts(value.features))

const teamFigures = [
  'points',
  'cash',
  'totalScore',
  'scoreDiffPrevious',
  'pointsDiffPrevious',
  'scoreThisWeek',
  'scoreLastWeek',
  'ranking',
] as const

export const isTeam = (value: unknown): value is Team =>
  isRecord(value) &&
  isNumber(value.id) &&
  isText(value.name) &&
  isText(value.shortName) &&
  teamFigures.every((figure) => maybeNumber(value[figure]))

const isPick = (value: unknown): value is { pickStatus: string } =>
  isRecord(value) &&
  [value.sequenceNr, value.round, value.pickOrder, value.teamId].every(isNumber) &&
  isText(value.teamShortName) &&
  isText(value.pickStatus)

const maybeText = (value: unknown): boolean => value === undefined || value === null || isText(value)

const seasonDates = ['rosterHoldStartDate', 'tradingStartTime', 'tradingEndTime', 'keeperLastBuyDate'] as const

const isSettings = (value: unknown): value is LeagueSettings =>
  isRecord(value) && seasonDates.every((date) => maybeText(value[date]))

const isCart = (value: unknown): boolean => isRecord(value) && Array.isArray(value.cartEntries)

const isLastUpdated = (value: unknown): value is { modifiedAt: string } => isRecord(value) && isText(value.modifiedAt)

const listOf =
  <T>(isItem: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(isItem)
const isTeams = listOf(isTeam)
const isPicks = listOf(isPick)

const fits: Record<StartupSubject, (data: unknown) => boolean> = {
  user: isUser,
  teams: isTeams,
  'last-updated': isLastUpdated,
  team: isTeam,
  cart: isCart,
  'league-settings': isSettings,
  'pick-sequence': isPicks,
}

/**
 * The stored answers that are valid; null when the text is missing, broken, of another version, or without a user who
 * can be distinguished from others.
 */
export const readStartupCache = (raw: string | null): Partial<Record<StartupSubject, CachedAnswer>> | null => {
  if (raw === null) return null
  let stored: unknown
  try {
    stored = JSON.parse(raw)
  } catch {
    return null
  }
  if (!isRecord(stored) || stored.version !== STARTUP_CACHE_VERSION || !isRecord(stored.answers)) return null
  const kept: Partial<Record<StartupSubject, CachedAnswer>> = {}
  for (const subject of startupSubjects) {
    const answer = stored.answers[subject]
    if (isRecord(answer) && isNumber(answer.at) && fits[subject](answer.data)) {
      kept[subject] = { data: answer.data, at: answer.at }
    }
  }
  return isUser(kept.user?.data) && ownerOf(kept.user.data) !== null ? kept : null
}

export const readFirstFrameData = (raw: string | null): FirstFrameData | null => {
  const kept = readStartupCache(raw)
  if (!kept || !isUser(kept.user?.data)) return null
  const teams = kept.teams?.data
  const updated = kept['last-updated']?.data
  const settings = kept['league-settings']?.data
  const picks = kept['pick-sequence']?.data
  return {
    user: kept.user.data,
    teams: isTeams(teams) ? teams : [],
    modifiedAt: isLastUpdated(updated) ? updated.modifiedAt : null,
    fetchedAt: kept.teams?.at ?? kept.user.at,
    settings: isSettings(settings) ? settings : undefined,
    picks: isPicks(picks) ? picks : undefined,
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
