import { eq, sql } from 'drizzle-orm'
import { addDays, dayStart, type Instant, leagueDay, seasonName } from '#rules/calendar'
import type { PastUpdate } from '#rules/standings'
import { amount, dayWords, plural } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { officialUpdate } from '../../db/tables/tables.ts'
import type { FoundPlayer } from '../../nhl/source.ts'
import { findDraft, insertDraft } from '../draft/sequence.ts'
import type { HeldPlayer, LeagueFile, Problem, SoFar } from '../file/league-file.ts'
import type { CurrentLeague } from '../league.ts'
import { insertEntries, type OwnedEntry } from '../roster-entries.ts'
import { insertUpdates, publish } from '../standings/publish.ts'
import { teamScores } from '../standings/standings.ts'
import { refuseProblems } from './file-of-league.ts'
import type { UnknownPlayer } from './player-names.ts'
import { placeRosters } from './rosters-of-file.ts'
import { seasonProgress } from './setup-league.ts'
import { refusedBecause, type Step } from './step.ts'
import type { TeamOfFile } from './teams-of-file.ts'

/**
 * Continues a season that was begun elsewhere: rosters and lineups, and past totals in the place of the updates that
 * were made while no team had a player. Its draft is over.
 */
async function bringSeason(
  queries: Queries,
  seasonId: number,
  entries: readonly OwnedEntry[],
  days: readonly PastUpdate[],
): Promise<void> {
  await insertEntries(queries, seasonId, entries)
  await queries.execute(sql`
    delete from team_snapshot where update_id in (select id from official_update where season_id = ${seasonId})`)
  await queries.delete(officialUpdate).where(eq(officialUpdate.seasonId, seasonId))
  await insertUpdates(queries, seasonId, days)
  const [first] = entries
  if (first) await insertDraft(queries, seasonId, first.boughtAt, { mode: 'sequence', rounds: 1, entries: [] })
}

export interface SeasonToDate {
  readonly steps: Step[]
  readonly notes: string[]
  /** Players who must be looked up elsewhere before the steps are known. */
  readonly unknown: readonly UnknownPlayer[]
}

const NOTHING: SeasonToDate = { steps: [], notes: [], unknown: [] }

interface SeasonToDateInput {
  readonly league: CurrentLeague
  readonly file: LeagueFile
  readonly teams: readonly TeamOfFile[]
  readonly unknownPlayers: ReadonlyMap<number, FoundPlayer>
  readonly now: Instant
  say(line: string): void
}

/** The season that was begun elsewhere, as long as no team has a player here. */
export async function planSeasonToDate(queries: Queries, input: SeasonToDateInput): Promise<SeasonToDate> {
  const { league, file, teams, unknownPlayers, now, say } = input
  const { soFar, season } = file
  if (!soFar) return NOTHING
  const title = seasonName(season.id)
  if (season.id !== league.seasonId) {
    throw refusedBecause(`soFar is for the season in which a league moves in; take it out of the file for ${title}.`)
  }
  if ((await seasonProgress(queries, season.id)).picks > 0) {
    return { ...NOTHING, notes: [`${title} has its rosters here; soFar of the file is no longer read.`] }
  }
  if (await findDraft(queries, season.id)) {
    throw refusedBecause(`The draft of ${title} is held here; take soFar out of the file.`)
  }
  const { entries, steps, unknown } = await placeRosters<HeldPlayer, OwnedEntry>(queries, {
    rosters: soFar.rosters,
    teams,
    unknownPlayers,
    seasonId: season.id,
    problems: futureOf(soFar, file.timeZone, now),
    // Another team may have sold them before.
    keysOf: ({ teamId, playerId, soldAt }) => [
      `${teamId} ${playerId}`,
      ...(soldAt === null ? [`now ${playerId}`] : []),
    ],
    entryOf: (teamId, playerId, { boughtAt, price, sold, scratched }) => ({
      teamId,
      playerId,
      acquired: boughtAt === null ? 'draft' : 'trade',
      draftBox: null,
      boughtAt: boughtAt ?? dayStart(season.firstDay, file.timeZone),
      boughtPrice: price,
      soldAt: sold?.at ?? null,
      soldPrice: sold?.price ?? null,
      scratched,
    }),
  })
  if (unknown.length > 0) return { ...NOTHING, unknown }
  const days = daysOf(soFar, teams, file.timeZone)
  const bring: Step = {
    line: {
      kind: 'new',
      text: `${title} so far: ${plural(entries.length, 'player')}, ${plural(days.length, 'day')} of standings; an official update follows`,
    },
    run: async (within) => {
      await bringSeason(within, season.id, entries, days)
      await publish(within, season.id, new Date(now))
      await compare(within, season.id, days, say)
    },
  }
  return { ...NOTHING, steps: [...steps, bring] }
}

/** What cannot have been yet. */
function futureOf({ rosters, standings }: SoFar, timeZone: string, now: Instant): Problem[] {
  const today = leagueDay(now, timeZone)
  const timesOf = ({ boughtAt, sold, scratched }: HeldPlayer) => [
    boughtAt,
    sold?.at ?? null,
    ...scratched.flatMap(({ from, until }) => [from, until]),
  ]
  return [
    ...rosters
      .flatMap(({ players }) => players)
      .filter((held) => timesOf(held).some((at) => at !== null && at > now))
      .map(({ line }) => ({ line, sentence: 'This lies in the future.' })),
    ...standings
      .filter(({ day }) => day >= today)
      .map(({ day, line }) => ({ line, sentence: `${day} is not over yet; its totals come from the statistics.` })),
  ]
}

/** What is known to be wrong before any player is known. */
export const refuseFuture = (soFar: SoFar, timeZone: string, now: Instant): void =>
  refuseProblems(futureOf(soFar, timeZone, now))

const daysOf = ({ standings }: SoFar, teams: readonly TeamOfFile[], timeZone: string): PastUpdate[] =>
  standings.map(({ day, totals }) => ({
    throughDay: day,
    at: dayStart(addDays(day, 1), timeZone),
    scores: teams.map(({ team, id }) => ({
      teamId: id,
      points: (totals.get(team.shortName) ?? 0) - team.cashCents,
      cash: team.cashCents,
    })),
  }))

/** What the lines make of rosters and cash, beside the last totals of the file: they should be near each other. */
async function compare(
  queries: Queries,
  seasonId: number,
  days: readonly PastUpdate[],
  say: SeasonToDateInput['say'],
): Promise<void> {
  const last = days.at(-1)
  if (!last) return
  for (const { id, shortName, totalScore } of await teamScores(queries, seasonId)) {
    const { points, cash } = last.scores.find(({ teamId }) => teamId === id) ?? { points: 0, cash: 0 }
    say(
      `  ${shortName}: ${amount(points + cash)} on ${dayWords(last.throughDay)} by the file, ${amount(totalScore)} now by the statistics`,
    )
  }
}
