import { eq, sql } from 'drizzle-orm'
import { addDays, dayStart, type Instant, leagueDay, seasonName } from '#rules/calendar'
import type { Interval } from '#rules/money'
import { amount, dayWords, plural } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { rowsOf } from '../../db/queries.ts'
import { officialUpdate, rosterEntry, teamSnapshot } from '../../db/tables/tables.ts'
import type { FoundPlayer } from '../../nhl/source.ts'
import { findDraft, insertDraft } from '../draft/sequence.ts'
import type { HeldPlayer, LeagueFile, Problem, SoFar } from '../file/league-file.ts'
import type { CurrentLeague } from '../league.ts'
import { publish } from '../standings/publish.ts'
import { teamScores } from '../standings/standings.ts'
import { refuseProblems } from './file-of-league.ts'
import type { UnknownPlayer } from './player-names.ts'
import { placeRosters } from './rosters-of-file.ts'
import { refusedBecause, type Step } from './step.ts'
import type { TeamOfFile } from './teams-of-file.ts'

/** A player's time with a team, as it was elsewhere. */
interface BroughtEntry {
  readonly teamId: number
  readonly playerId: number
  readonly drafted: boolean
  readonly boughtAt: Date
  readonly price: number
  readonly sold: { readonly at: number; readonly price: number } | null
  readonly scratched: readonly Interval[]
}

/** The totals at the end of a day, by the ids of the teams. */
interface BroughtDay {
  readonly throughDay: string
  /** The end of the day. */
  readonly at: Date
  readonly teams: readonly { readonly teamId: number; readonly total: number; readonly cash: number }[]
}

/** How many players the season has had on its rosters. */
async function countEntries(queries: Queries, seasonId: number): Promise<number> {
  return queries.$count(rosterEntry, eq(rosterEntry.seasonId, seasonId))
}

/**
 * Continues a season that was begun elsewhere: rosters and lineups, and past totals in the place of the updates that
 * were made while no team had a player. Its draft is over.
 */
async function bringSeason(
  queries: Queries,
  seasonId: number,
  entries: readonly BroughtEntry[],
  days: readonly BroughtDay[],
): Promise<void> {
  await queries.execute(sql`
    insert into roster_entry
      (season_id, team_id, player_id, acquired, bought_at, bought_price_cents, sold_at, sold_price_cents)
    select ${seasonId}::int, team_id, player_id, acquired, bought_at, price, sold_at, sold_price
    from ${rowsOf(entries, {
      team_id: ['int', ({ teamId }) => teamId],
      player_id: ['int', ({ playerId }) => playerId],
      acquired: ['text', ({ drafted }) => (drafted ? 'draft' : 'trade')],
      bought_at: ['timestamptz', ({ boughtAt }) => boughtAt],
      price: ['int', ({ price }) => price],
      sold_at: ['timestamptz', ({ sold }) => (sold === null ? null : new Date(sold.at))],
      sold_price: ['int', ({ sold }) => (sold === null ? null : sold.price)],
    })}`)
  const intervals = entries.flatMap(({ teamId, playerId, scratched }) =>
    scratched.map((interval) => ({ teamId, playerId, ...interval })),
  )
  await queries.execute(sql`
    insert into scratch_interval (entry_id, scratched_at, dressed_at)
    select entry.id, incoming.scratched_at, incoming.dressed_at
    from ${rowsOf(intervals, {
      team_id: ['int', ({ teamId }) => teamId],
      player_id: ['int', ({ playerId }) => playerId],
      scratched_at: ['timestamptz', ({ from }) => new Date(from)],
      dressed_at: ['timestamptz', ({ until }) => (until === null ? null : new Date(until))],
    })}
    join roster_entry entry on entry.season_id = ${seasonId} and entry.team_id = incoming.team_id
      and entry.player_id = incoming.player_id`)
  await replaceUpdates(queries, seasonId, days)
  const [first] = entries
  if (first)
    await insertDraft(queries, seasonId, first.boughtAt.getTime(), { mode: 'sequence', rounds: 1, entries: [] })
}

async function replaceUpdates(queries: Queries, seasonId: number, days: readonly BroughtDay[]): Promise<void> {
  await queries.execute(sql`
    delete from team_snapshot where update_id in (select id from official_update where season_id = ${seasonId})`)
  await queries.delete(officialUpdate).where(eq(officialUpdate.seasonId, seasonId))
  for (const { throughDay, at, teams } of days) {
    const [update] = await queries
      .insert(officialUpdate)
      .values({ seasonId, publishedAt: at, throughDay })
      .returning({ id: officialUpdate.id })
    if (!update) throw new Error('The update was not written')
    await queries.insert(teamSnapshot).values(
      teams.map(({ teamId, total, cash }) => ({
        updateId: update.id,
        teamId,
        pointsCents: total - cash,
        cashCents: cash,
      })),
    )
  }
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
  if ((await countEntries(queries, season.id)) > 0) {
    return { ...NOTHING, notes: [`${title} has its rosters here; soFar of the file is no longer read.`] }
  }
  if (await findDraft(queries, season.id)) {
    throw refusedBecause(`The draft of ${title} is held here; take soFar out of the file.`)
  }
  const { entries, steps, unknown } = await placeRosters<HeldPlayer, BroughtEntry>(queries, {
    rosters: soFar.rosters,
    teams,
    unknownPlayers,
    seasonId: season.id,
    problems: futureOf(soFar, file.timeZone, now),
    // Another team may have sold them before.
    keysOf: ({ teamId, playerId, sold }) => [`${teamId} ${playerId}`, ...(sold ? [] : [`now ${playerId}`])],
    entryOf: (teamId, playerId, { boughtAt, price, sold, scratched }) => ({
      teamId,
      playerId,
      drafted: boughtAt === null,
      boughtAt: new Date(boughtAt ?? dayStart(season.firstDay, file.timeZone)),
      price,
      sold,
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

const daysOf = ({ standings }: SoFar, teams: readonly TeamOfFile[], timeZone: string): BroughtDay[] =>
  standings.map(({ day, totals }) => ({
    throughDay: day,
    at: new Date(dayStart(addDays(day, 1), timeZone)),
    teams: teams.map(({ team, id }) => ({
      teamId: id,
      total: totals.get(team.shortName) ?? 0,
      cash: team.cashCents,
    })),
  }))

/** What the lines make of rosters and cash, beside the last totals of the file: they should be near each other. */
async function compare(
  queries: Queries,
  seasonId: number,
  days: readonly BroughtDay[],
  say: SeasonToDateInput['say'],
): Promise<void> {
  const last = days.at(-1)
  if (!last) return
  for (const { id, shortName, totalScore } of await teamScores(queries, seasonId)) {
    const byFile = last.teams.find(({ teamId }) => teamId === id)?.total ?? 0
    say(
      `  ${shortName}: ${amount(byFile)} on ${dayWords(last.throughDay)} by the file, ${amount(totalScore)} now by the statistics`,
    )
  }
}
