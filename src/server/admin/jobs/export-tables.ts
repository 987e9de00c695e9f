import type { CorrectedLine, Correction } from '#contract/corrections'
import type { DraftLogEntry } from '#contract/draft-room'
import type { Team } from '#contract/stats'
import { seasonName } from '#rules/calendar'
import { listCorrections } from '../../corrections/corrections.ts'
import type { Queries } from '../../store/engine/database.ts'
import { readLog } from '../../store/subjects/draft-log.ts'
import {
  type ExportRow,
  exportChanges,
  exportDraft,
  exportRosters,
  exportTrades,
} from '../../store/subjects/exports.ts'
import { endedSeason } from '../../store/subjects/history.ts'
import { findLeague } from '../../store/subjects/league.ts'
import { correctedLines } from '../../store/subjects/nhl-corrections.ts'
import { standings } from '../../store/subjects/standings.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'

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
export async function exportTables({ seasonId: asked }: JobOf<'export'>, context: JobContext): Promise<void> {
  const { database, clock, put } = context
  const tables = await database.transaction(async (queries) => {
    const league = await findLeague(queries)
    if (!league) throw new JobRefusal('There is no league to export.')
    const seasonId = asked ?? league.seasonId
    const isPresent = seasonId === league.seasonId
    return {
      isOver: !isPresent,
      standings: isPresent
        ? (await standings(queries, league, clock().getTime())).map(teamRow)
        : await finalRows(queries, seasonId),
      rosters: await exportRosters(queries, seasonId),
      trades: await exportTrades(queries, seasonId),
      changes: await exportChanges(queries, seasonId),
      draft: await exportDraft(queries, seasonId),
      'draft-log': (await readLog(queries, seasonId)).map(logRow),
      corrections: (await listCorrections(queries, { ...league, seasonId })).toReversed().map(correctionRow),
      'nhl-corrections': (await correctedLines(queries, seasonId)).toReversed().map(lineRow),
    }
  })
  for (const name of [
    'standings',
    'rosters',
    'trades',
    'changes',
    'draft',
    'draft-log',
    'corrections',
    'nhl-corrections',
  ] as const) {
    const columns = name === 'standings' && tables.isOver ? FINAL_COLUMNS : COLUMNS[name]
    put(`${name}.csv`, Buffer.from(csvText(columns, tables[name])))
  }
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
  if (!ended) throw new JobRefusal(`The league has no season ${seasonName(seasonId)} that is over.`)
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

/**
 * A spreadsheet would take such a text for a formula, and members choose the names. With apostrophes in front, too: the
 * table reader takes one away.
 */
const FORMULA = /^'*[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cellText(cell: string | number | null | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Excel takes a file without this mark for one of Windows-1252, and shows other letters than é. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A table file (RFC 4180) with these columns. */
export const csvText = (columns: readonly string[], rows: readonly ExportRow[]): string =>
  BYTE_ORDER_MARK +
  [columns.join(','), ...rows.map((row) => columns.map((column) => cellText(row[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')
