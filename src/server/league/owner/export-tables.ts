import type { FastifyInstance } from 'fastify'
import { exportTables } from '#contract/command'
import type { CorrectedLine, Correction } from '#contract/corrections'
import type { DraftLogEntry } from '#contract/draft-room'
import type { Team } from '#contract/stats'
import { seasonName } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { readOnly } from '../../db/queries.ts'
import type { Context } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { listCorrections } from '../corrections/corrections.ts'
import { correctedLines } from '../corrections/nhl-corrections.ts'
import { readLog } from '../draft/draft-log.ts'
import { endedSeason } from '../history/history.ts'
import { currentLeague } from '../league.ts'
import { refusedBecause } from '../moving-in/step.ts'
import { readAside } from '../office/backup-calls.ts'
import { csvText, type ExportRow, exportChanges, exportDraft, exportRosters, exportTrades } from '../records/exports.ts'
import { standings } from '../standings/standings.ts'

const COLUMNS = {
  standings: [
    'ranking',
    'teamId',
    'name',
    'shortName',
    'points',
    'cash',
    'totalScore',
    'scoreDiffPrevious',
    'scoreThisWeek',
    'scoreLastWeek',
  ],
  rosters: [
    'teamId',
    'team',
    'shortName',
    'playerId',
    'player',
    'position',
    'nhlTeam',
    'acquired',
    'draftBox',
    'status',
    'boughtAt',
    'boughtPrice',
    'soldAt',
    'soldPrice',
  ],
  trades: ['tradedAt', 'teamId', 'team', 'shortName', 'action', 'playerId', 'player', 'position', 'nhlTeam', 'price'],
  changes: ['changedAt', 'teamId', 'team', 'shortName', 'action', 'playerId', 'player', 'position', 'nhlTeam'],
  draft: [
    'draftedAt',
    'teamId',
    'team',
    'shortName',
    'draftBox',
    'playerId',
    'player',
    'position',
    'nhlTeam',
    'acquired',
  ],
  'draft-log': [
    'nr',
    'at',
    'kind',
    'by',
    'teamId',
    'shortName',
    'draftBox',
    'playerId',
    'player',
    'how',
    'pickNr',
    'takenBackAt',
    'takenBackBy',
    'detail',
  ],
  corrections: [
    'nr',
    'at',
    'by',
    'teamId',
    'shortName',
    'what',
    'reason',
    'scoreBefore',
    'scoreAfter',
    'undoes',
    'undoneBy',
  ],
  'nhl-corrections': [
    'publishedAt',
    'gameDate',
    'playerId',
    'player',
    'position',
    'nhlTeam',
    'changes',
    'pointsBefore',
    'pointsAfter',
    'teamId',
    'shortName',
  ],
} as const

/** Of a season that is over. */
const FINAL_COLUMNS = ['ranking', 'teamId', 'name', 'shortName', 'member', 'points', 'cash', 'totalScore'] as const

/** A season as table files, all as of one instant. */
export function registerExport(app: FastifyInstance, context: Context): void {
  serve(app, context, exportTables, { access: 'admin' }, ({ query: { seasonId: requested } }) =>
    readAside(context, (database) =>
      readOnly(database, async (queries) => {
        const league = await currentLeague(queries)
        const seasonId = requested ?? league.seasonId
        const isOver = seasonId !== league.seasonId
        const corrections = await listCorrections(queries, { ...league, seasonId })
        const tables = {
          standings: isOver
            ? await finalRows(queries, seasonId)
            : (await standings(queries, league, context.clock().getTime())).map(teamRow),
          rosters: await exportRosters(queries, seasonId),
          trades: await exportTrades(queries, seasonId),
          changes: await exportChanges(queries, seasonId),
          draft: await exportDraft(queries, seasonId),
          'draft-log': (await readLog(queries, seasonId)).map(logRow),
          corrections: corrections.toReversed().map(correctionRow),
          'nhl-corrections': (await correctedLines(queries, seasonId)).toReversed().map(lineRow),
        }
        const columns = new Map<string, readonly string[]>(Object.entries(COLUMNS))
        if (isOver) columns.set('standings', FINAL_COLUMNS)
        return {
          files: Object.entries(tables).map(([name, rows]) => ({
            name: `${name}.csv`,
            text: csvText(columns.get(name) ?? [], rows),
          })),
        }
      }),
    ),
  )
}

function teamRow({ id, ...team }: Team): ExportRow {
  const { name, shortName, ranking, ...amounts } = team
  const two = Object.entries(amounts).map(([key, amount]) => [key, amount?.toFixed(2) ?? null])
  return { ranking: ranking ?? null, teamId: id, name, shortName, ...Object.fromEntries(two) }
}

const amount = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2))

/** As the season ended, with the names of that time. */
async function finalRows(queries: Queries, seasonId: number): Promise<ExportRow[]> {
  const ended = await endedSeason(queries, seasonId)
  if (!ended) throw refusedBecause(`The league has no season ${seasonName(seasonId)} that is over.`)
  return ended.standings.map((row) => ({
    ranking: row.rank,
    teamId: row.teamId,
    name: row.teamName,
    shortName: row.shortName,
    member: row.memberName,
    points: amount(row.pointsCents),
    cash: amount(row.cashCents),
    totalScore: amount(row.totalCents),
  }))
}

const toTheSecond = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z')

const logRow = (entry: DraftLogEntry): ExportRow => ({
  nr: entry.nr,
  at: toTheSecond(entry.at),
  kind: entry.kind,
  by: entry.by ?? null,
  teamId: entry.teamId ?? null,
  shortName: entry.teamShortName ?? null,
  draftBox: entry.boxName ?? null,
  playerId: entry.player?.id ?? null,
  player: entry.player?.name ?? null,
  how: entry.how ?? null,
  pickNr: entry.pickNr ?? null,
  takenBackAt: entry.takenBackAt ? toTheSecond(entry.takenBackAt) : null,
  takenBackBy: entry.takenBackBy ?? null,
  detail: entry.detail ? JSON.stringify(entry.detail) : null,
})

const correctionRow = (made: Correction): ExportRow => ({
  nr: made.nr,
  at: toTheSecond(made.at),
  by: made.by,
  teamId: made.team.id,
  shortName: made.team.shortName,
  what: made.what,
  reason: made.reason,
  scoreBefore: made.before.totalScore.toFixed(2),
  scoreAfter: made.after.totalScore.toFixed(2),
  undoes: made.undoes ?? null,
  undoneBy: made.undoneBy ?? null,
})

const lineRow = ({ player, team, publishedAt, ...line }: CorrectedLine): ExportRow => ({
  ...line,
  publishedAt: toTheSecond(publishedAt),
  playerId: player.id,
  player: player.name,
  position: player.position ?? null,
  nhlTeam: player.nhlTeam ?? null,
  teamId: team?.id ?? null,
  shortName: team?.shortName ?? null,
})
