import type { FastifyInstance } from 'fastify'
import type { TeamRef } from '#contract/call'
import * as contract from '#contract/history'
import { toWire } from '#rules/money'
import { weeksOf } from '#rules/records'
import type { Queries } from '../../db/engine/database.ts'
import { refusalError } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { servePrepared } from '../../http/serve.ts'
import { listCorrections } from '../corrections/corrections.ts'
import { correctedLines } from '../corrections/nhl-corrections.ts'
import { listDrafted } from '../draft/draft.ts'
import { readLog } from '../draft/draft-log.ts'
import { currentLeague, leagueInSeason } from '../league.ts'
import { rosterChanges, teamPlayers } from '../team/roster.ts'
import { trades } from '../trading/trading.ts'
import { type EndedSeason, endedSeason, endedSeasons, people, seasonOnWire } from './history.ts'
import { leagueRecords, type TeamSnapshots, weeklySnapshots } from './league-records.ts'

/** The seasons that are over: prepared, since they change only when one is closed, and the records with an update. */
export function registerHistory(app: FastifyInstance, context: Context): void {
  const { clock } = context
  const member = { access: 'member' } as const

  servePrepared(app, context, contract.getHistory, member, async (queries) => {
    const { seasonId } = await currentLeague(queries)
    const seasons = await endedSeasons(queries)
    const known = await people(queries, seasons)
    const snapshots = await weeklySnapshots(queries)
    return {
      seasonId,
      seasons: seasons.map((season) => seasonOnWire(season, known)),
      people: known.list(),
      records: await leagueRecords(queries, { presentId: seasonId, seasons, known, snapshots }),
      weeks: weeksOnWire(snapshots, seasonId),
    }
  })

  servePrepared(app, context, contract.getSeasonHistory, member, async (queries, { params: { seasonId } }) => {
    const season = await endedSeason(queries, seasonId)
    if (!season) throw refusalError('SEASON_NOT_FOUND')
    const league = season.isPlayedHere ? await leagueInSeason(queries, seasonId) : null
    const champions: contract.SeasonHistory['champions'] = []
    for (const { rank, teamId, teamName, shortName } of season.standings) {
      if (!league || rank !== 1 || teamId === null) continue
      champions.push({
        team: { id: teamId, shortName: shortName ?? teamName },
        players: await teamPlayers(queries, league, clock().getTime(), { teamId, current: true }),
      })
    }
    return {
      season: seasonOnWire(season, await people(queries, await endedSeasons(queries))),
      champions,
      weeks: weeksOnWire(await weeklySnapshots(queries), seasonId),
    }
  })

  servePrepared(app, context, contract.getSeasonTrades, member, async (queries, { params: { seasonId } }) =>
    asTheyWere(await playedSeason(queries, seasonId), await trades(queries, seasonId)),
  )

  servePrepared(app, context, contract.getSeasonChanges, member, async (queries, { params: { seasonId } }) =>
    asTheyWere(await playedSeason(queries, seasonId), await rosterChanges(queries, seasonId)),
  )

  servePrepared(app, context, contract.getSeasonDraft, member, async (queries, { params: { seasonId } }) => {
    const season = await playedSeason(queries, seasonId)
    return (await listDrafted(queries, seasonId)).map((pick) => ({
      ...pick,
      teamShortName: nameThen(season, pick.teamId) ?? pick.teamShortName,
    }))
  })

  servePrepared(app, context, contract.getSeasonDraftLog, member, async (queries, { params: { seasonId } }) => {
    const season = await playedSeason(queries, seasonId)
    return (await readLog(queries, seasonId)).map((entry) => ({
      ...entry,
      ...(entry.teamId && { teamShortName: nameThen(season, entry.teamId) ?? entry.teamShortName }),
    }))
  })

  servePrepared(app, context, contract.getSeasonCorrections, member, async (queries, { params: { seasonId } }) => {
    const season = await playedSeason(queries, seasonId)
    const league = await leagueInSeason(queries, seasonId)
    return league ? asTheyWere(season, await listCorrections(queries, league)) : []
  })

  servePrepared(app, context, contract.getSeasonNhlCorrections, member, async (queries, { params: { seasonId } }) =>
    asTheyWere(await playedSeason(queries, seasonId), await correctedLines(queries, seasonId)),
  )

  servePrepared(app, context, contract.getSeasonTeam, member, async (queries, { params: { seasonId, teamId } }) => {
    const { standings } = await playedSeason(queries, seasonId)
    const league = await leagueInSeason(queries, seasonId)
    const row = standings.find((each) => each.teamId === teamId)
    if (!league || !row) throw refusalError('TEAM_NOT_FOUND')
    const now = clock().getTime()
    return {
      team: {
        id: teamId,
        name: row.teamName,
        shortName: row.shortName ?? row.teamName,
        points: row.pointsCents === null ? null : toWire(row.pointsCents),
        cash: row.cashCents === null ? null : toWire(row.cashCents),
        totalScore: toWire(row.totalCents),
        ranking: row.rank,
      },
      current: await teamPlayers(queries, league, now, { teamId, current: true }),
      sold: await teamPlayers(queries, league, now, { teamId, current: false }),
    }
  })
}

async function playedSeason(queries: Queries, seasonId: number): Promise<EndedSeason> {
  const season = await endedSeason(queries, seasonId)
  if (!season?.isPlayedHere) throw refusalError('SEASON_NOT_FOUND')
  return season
}

const nameThen = ({ standings }: EndedSeason, teamId: number): string | null | undefined =>
  standings.find((each) => each.teamId === teamId)?.shortName

/** With the teams' names of that time. */
const asTheyWere = <Row extends { readonly team?: TeamRef | null }>(season: EndedSeason, rows: readonly Row[]): Row[] =>
  rows.map((row) => {
    const shortName = row.team && nameThen(season, row.team.id)
    return shortName ? { ...row, team: { ...row.team, shortName } } : row
  })

const weeksOnWire = (all: readonly TeamSnapshots[], seasonId: number): contract.TeamWeeks[] =>
  all
    .filter((each) => each.seasonId === seasonId)
    .map(({ team: { id, shortName }, snapshots }) => ({
      team: { id, shortName },
      weeks: weeksOf(snapshots).map(({ monday, total, gain }) => ({
        monday,
        total: toWire(total),
        ...(gain === null ? {} : { gain: toWire(gain) }),
      })),
    }))
