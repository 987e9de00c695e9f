import type { RecordHolder, RecordMark, Records } from '#contract/history'
import { DRAFT_BOXES } from '#rules/draft-boxes'
import { toWire } from '#rules/money'
import {
  closestFinish,
  type Finish,
  highest,
  highestGain,
  highestOfEach,
  type Mark,
  mostTitles,
  weeksOf,
} from '#rules/records'
import type { Queries } from '../engine/database.ts'
import type { EndedSeason, People } from './history.ts'
import { type Deal, playedDeals, type TeamSnapshots } from './record-sources.ts'

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
