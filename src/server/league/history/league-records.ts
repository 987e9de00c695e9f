import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { PlayerRef, TeamRef } from '#contract/call'
import type { RecordHolder, RecordMark, Records } from '#contract/history'
import { DRAFT_BOXES } from '#rules/draft-boxes'
import { type Cents, teamPoints, toWire } from '#rules/money'
import {
  closestFinish,
  type Finish,
  highest,
  highestGain,
  highestOfEach,
  type Mark,
  mostTitles,
  type WeekSnapshot,
  weeksOf,
} from '#rules/records'
import type { Queries } from '../../db/engine/database.ts'
import { pastSeason, player, playerSeason, rosterEntry, team } from '../../db/tables/tables.ts'
import { playerRef } from '../roster-entries.ts'
import { scratchPointsByEntry, seasonOfEntry } from '../standings/standings.ts'
import type { EndedSeason, People } from './history.ts'

interface Given {
  readonly presentId: number
  readonly seasons: readonly EndedSeason[]
  readonly known: People
  readonly snapshots: readonly TeamSnapshots[]
}

type Row = EndedSeason['standings'][number]

interface NamedFinish extends Finish {
  readonly row: Row
}

const onWire = <Holder>(
  mark: Mark<Holder> | null,
  value: (value: number) => number,
  holder: (holder: Holder) => RecordHolder,
): RecordMark | null => mark && { value: value(mark.value), holders: mark.holders.map(holder) }

const sameNumber = (count: number): number => count

/** The records of the league: of seasons that are over, and of weeks, picks and trades of the one that is on, too. */
export async function leagueRecords(
  queries: Queries,
  { presentId, seasons, known, snapshots }: Given,
): Promise<Records> {
  const finishes = seasons.map(({ standings }) =>
    standings.map(
      (row): NamedFinish => ({
        seasonId: row.seasonId,
        rank: row.rank,
        total: row.totalCents,
        person: known.personOf(row),
        row,
      }),
    ),
  )
  const named = ({ row }: NamedFinish): RecordHolder => ({
    seasonId: row.seasonId,
    team: row.teamName,
    member: row.memberName,
  })
  /** By the names of that season, or in the one that is on by those of today. */
  const teamThen = (seasonId: number, team: { readonly id: number; readonly name: string }): RecordHolder => {
    const row = seasons.find(({ id }) => id === seasonId)?.standings.find(({ teamId }) => teamId === team.id)
    return { seasonId, team: row?.teamName ?? team.name, member: row?.memberName ?? null }
  }
  const weeks = snapshots.flatMap(({ seasonId, team, snapshots: own }) =>
    weeksOf(own).map((week) => ({ ...week, seasonId, team })),
  )
  const deals = await playedDeals(queries, presentId)
  const dealt = ({ seasonId, team, player, price, isPurchase }: Deal): RecordHolder => ({
    ...teamThen(seasonId, team),
    player,
    ...(isPurchase ? { price: toWire(price) } : {}),
  })
  const purchases = deals.filter(({ isPurchase }) => isPurchase)
  return {
    bestSeason: onWire(
      highest(finishes.flat(), ({ total }) => total),
      toWire,
      named,
    ),
    bestWeek: onWire(
      highestGain(weeks, ({ gain }) => gain ?? 0),
      toWire,
      ({ seasonId, team, monday }) => ({ ...teamThen(seasonId, team), monday }),
    ),
    closestFinish: onWire(closestFinish(finishes), toWire, ({ first, second }) => ({
      ...named(first),
      rival: second.row.teamName,
    })),
    bestTrade: onWire(
      highestGain(purchases, ({ worth, price }) => worth - price),
      toWire,
      dealt,
    ),
    mostTitles: onWire(mostTitles(finishes.flat()), sameNumber, ({ latest, seasonIds }) => ({
      ...named(latest),
      seasons: [...seasonIds],
    })),
    bestPicks: highestOfEach(
      DRAFT_BOXES,
      deals.filter(({ isPurchase }) => !isPurchase),
      ({ boxName }) => DRAFT_BOXES.find((name) => name === boxName) ?? null,
      ({ worth }) => worth,
    ).flatMap(({ group, mark }) => {
      const shown = onWire(mark, toWire, dealt)
      return shown ? [{ boxName: group, mark: shown }] : []
    }),
  }
}

// What the records of a league are derived from, over all the seasons that it has played here.

export interface TeamSnapshots {
  readonly seasonId: number
  readonly team: TeamRef & { readonly name: string }
  readonly snapshots: readonly WeekSnapshot[]
}

/** Of each team and season the first snapshot, and the last of each week: a fifth of all, and enough for its weeks. */
export async function weeklySnapshots(queries: Queries): Promise<TeamSnapshots[]> {
  const { rows } = await queries.execute<
    WeekSnapshot & { seasonId: number; id: number; name: string; shortName: string } & Record<string, unknown>
  >(sql`
    select season_id as "seasonId", team_id as id, name, short_name as "shortName", through_day::text as "throughDay",
      published_on::text as "publishedOn", points, total as "totalScore"
    from (
      select season_id, team_id, through_day, (published_at at time zone 'UTC')::date as published_on,
        points_cents as points, points_cents + cash_cents as total,
        row_number() over (partition by season_id, team_id order by published_at, official_update.id) as nr,
        row_number() over (
          partition by season_id, team_id, date_trunc('week', through_day) order by published_at desc, official_update.id desc
        ) as from_last
      from team_snapshot join official_update on official_update.id = update_id
    ) score join team on team.id = team_id
    where nr = 1 or from_last = 1
    order by season_id, team_id, nr`)
  const found: (TeamSnapshots & { readonly snapshots: WeekSnapshot[] })[] = []
  for (const { seasonId, id, name, shortName, ...snapshot } of rows) {
    const last = found.at(-1)
    if (last?.seasonId === seasonId && last.team.id === id) last.snapshots.push(snapshot)
    else found.push({ seasonId, team: { id, name, shortName }, snapshots: [snapshot] })
  }
  return found
}

/** A player's time with a team, and what it was worth to the team. */
interface Deal {
  readonly seasonId: number
  readonly team: TeamRef & { readonly name: string }
  readonly player: PlayerRef
  /** Of the players picked in the draft. */
  readonly boxName: string | null
  readonly isPurchase: boolean
  readonly price: Cents
  readonly worth: Cents
}

/** Of seasons that have been played here: rosters from a file have no prices. */
async function playedDeals(queries: Queries, presentId: number): Promise<Deal[]> {
  const closed = queries.select({ id: pastSeason.id }).from(pastSeason).where(eq(pastSeason.source, 'played'))
  const which = and(
    or(eq(rosterEntry.seasonId, presentId), inArray(rosterEntry.seasonId, closed)),
    ne(rosterEntry.acquired, 'keeper'),
  )
  const scratched = scratchPointsByEntry(queries, which)
  const rows = await queries
    .select({ entry: rosterEntry, team, player, points: playerSeason.points, scratchPoints: scratched.points })
    .from(rosterEntry)
    .innerJoin(team, eq(team.id, rosterEntry.teamId))
    .innerJoin(player, eq(player.id, rosterEntry.playerId))
    .leftJoin(playerSeason, seasonOfEntry)
    .leftJoin(scratched, eq(scratched.entryId, rosterEntry.id))
    .where(which)
    .orderBy(asc(rosterEntry.id))
  return rows.map(({ entry, team, player, points, scratchPoints }) => ({
    seasonId: entry.seasonId,
    team,
    player: playerRef(player),
    boxName: entry.draftBox,
    isPurchase: entry.acquired === 'trade',
    price: entry.boughtPriceCents,
    worth: teamPoints({ points: points ?? 0, scratchPoints: scratchPoints ?? 0, soldPrice: entry.soldPriceCents }),
  }))
}
