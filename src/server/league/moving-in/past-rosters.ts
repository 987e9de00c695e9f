import { eq } from 'drizzle-orm'
import { dayStart, seasonName } from '#rules/calendar'
import { dayWords } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { rosterEntry } from '../../db/tables/tables.ts'
import type { FoundPlayer } from '../../nhl/source.ts'
import type { FilePlayer, LeagueFile } from '../file/league-file.ts'
import { findSeason } from '../league.ts'
import { heldEntries, insertEntries, type OwnedEntry } from '../roster-entries.ts'
import type { UnknownPlayer } from './player-names.ts'
import { placeRosters } from './rosters-of-file.ts'
import { saveFileSeason, seasonProgress } from './setup-league.ts'
import { refusedBecause, type Step } from './step.ts'
import type { TeamOfFile } from './teams-of-file.ts'

export interface PastRosters {
  readonly steps: Step[]
  /** Players who must be looked up elsewhere before the steps are known. */
  readonly unknown: readonly UnknownPlayer[]
}

const NOTHING: PastRosters = { steps: [], unknown: [] }

/** The rosters of last season, where the league has not played that season here. */
export async function planPastRosters(
  queries: Queries,
  file: LeagueFile,
  teams: readonly TeamOfFile[],
  unknownPlayers: ReadonlyMap<number, FoundPlayer>,
): Promise<PastRosters> {
  const { lastSeason } = file
  if (!lastSeason) return NOTHING
  const title = seasonName(lastSeason.id)
  const { updates } = await seasonProgress(queries, lastSeason.id)
  if (updates > 0) {
    throw refusedBecause(`The league has played ${title} here and has its rosters; take lastSeason out of the file.`)
  }
  const { entries, steps, unknown } = await placeRosters<FilePlayer, OwnedEntry>(queries, {
    rosters: lastSeason.rosters,
    teams,
    unknownPlayers,
    seasonId: file.season.id,
    problems: [],
    keysOf: ({ playerId }) => [String(playerId)],
    entryOf: (teamId, playerId, { boughtAt }) => ({
      teamId,
      playerId,
      acquired: boughtAt === null ? 'draft' : 'trade',
      draftBox: null,
      boughtAt: boughtAt ?? dayStart(lastSeason.firstDay, file.timeZone),
      boughtPrice: 0,
      soldAt: null,
      soldPrice: null,
      scratched: [],
    }),
  })
  if (unknown.length > 0) return { steps: [], unknown }
  const kept = await heldEntries(queries, lastSeason.id)
  const season = await findSeason(queries, lastSeason.id)
  const sameDays =
    season?.firstDay === lastSeason.firstDay &&
    season.lastDay === lastSeason.lastDay &&
    season.keeperLastBuyDate === lastSeason.dates.keeperLastBuyDate
  if (sameDays && sameEntries(kept, entries)) return NOTHING
  const rosters: Step = {
    line: {
      kind: 'changed',
      text: `players on the rosters of ${title}, from ${kept.length} to ${entries.length}; keepers were bought by ${dayWords(lastSeason.dates.keeperLastBuyDate)}`,
    },
    run: async (within) => {
      await saveFileSeason(within, lastSeason)
      await within.delete(rosterEntry).where(eq(rosterEntry.seasonId, lastSeason.id))
      await insertEntries(within, lastSeason.id, entries)
    },
  }
  return { steps: [...steps, rosters], unknown: [] }
}

const entryKeys = (entries: readonly OwnedEntry[]): string =>
  entries
    .map(({ teamId, playerId, boughtAt, acquired }) => `${teamId} ${playerId} ${boughtAt} ${acquired}`)
    .sort()
    .join()

const sameEntries = (one: readonly OwnedEntry[], other: readonly OwnedEntry[]): boolean =>
  entryKeys(one) === entryKeys(other)
