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
import { type EndedSeason, endedSeason } from '../history/history.ts'
import { currentLeague } from '../league.ts'
import { refusedBecause } from '../moving-in/step.ts'
import { readAside } from '../office/backup-calls.ts'
import { csvText, type ExportRow, exportChanges, exportDraft, exportRosters, exportTrades } from '../records/exports.ts'
import { standings } from '../standings/standings.ts'

/** A season as table files, all as of one instant. */
export function registerExport(app: FastifyInstance, context: Context): void {
  serve(app, context, exportTables, { access: 'admin' }, ({ query: { seasonId: requested } }) =>
    readAside(context, (database) =>
      readOnly(database, async (queries) => {
        const league = await currentLeague(queries)
        const seasonId = requested ?? league.seasonId
        const corrections = await listCorrections(queries, { ...league, seasonId })
        const tables = {
          standings:
            seasonId === league.seasonId
              ? tableText(STANDINGS, await standings(queries, league, context.clock().getTime()))
              : tableText(FINAL, await finalStandings(queries, seasonId)),
          rosters: await exportRosters(queries, seasonId),
          trades: await exportTrades(queries, seasonId),
          changes: await exportChanges(queries, seasonId),
          draft: await exportDraft(queries, seasonId),
          'draft-log': tableText(DRAFT_LOG, await readLog(queries, seasonId)),
          corrections: tableText(CORRECTIONS, corrections.toReversed()),
          'nhl-corrections': tableText(NHL_CORRECTIONS, (await correctedLines(queries, seasonId)).toReversed()),
        }
        return { files: Object.entries(tables).map(([name, text]) => ({ name: `${name}.csv`, text })) }
      }),
    ),
  )
}

/** What a table has of a row, by column. */
type Columns<Row> = Readonly<Record<string, (row: Row) => ExportRow[string]>>

const tableText = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  csvText(
    Object.keys(columns),
    rows.map((row) => Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(row)]))),
  )

const two = (number: number | null | undefined): string | null => number?.toFixed(2) ?? null

const STANDINGS: Columns<Team> = {
  ranking: ({ ranking }) => ranking,
  teamId: ({ id }) => id,
  name: ({ name }) => name,
  shortName: ({ shortName }) => shortName,
  points: ({ points }) => two(points),
  cash: ({ cash }) => two(cash),
  totalScore: ({ totalScore }) => two(totalScore),
  scoreDiffPrevious: ({ scoreDiffPrevious }) => two(scoreDiffPrevious),
  scoreThisWeek: ({ scoreThisWeek }) => two(scoreThisWeek),
  scoreLastWeek: ({ scoreLastWeek }) => two(scoreLastWeek),
}

const amount = (cents: number | null): string | null => (cents === null ? null : two(cents / 100))

/** Of a season that is over. */
const FINAL: Columns<EndedSeason['standings'][number]> = {
  ranking: ({ rank }) => rank,
  teamId: ({ teamId }) => teamId,
  name: ({ teamName }) => teamName,
  shortName: ({ shortName }) => shortName,
  member: ({ memberName }) => memberName,
  points: ({ pointsCents }) => amount(pointsCents),
  cash: ({ cashCents }) => amount(cashCents),
  totalScore: ({ totalCents }) => amount(totalCents),
}

/** As the season ended, with the names of that time. */
async function finalStandings(queries: Queries, seasonId: number): Promise<EndedSeason['standings']> {
  const ended = await endedSeason(queries, seasonId)
  if (!ended) throw refusedBecause(`The league has no season ${seasonName(seasonId)} that is over.`)
  return ended.standings
}

const toTheSecond = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z')

const DRAFT_LOG: Columns<DraftLogEntry> = {
  nr: ({ nr }) => nr,
  at: ({ at }) => toTheSecond(at),
  kind: ({ kind }) => kind,
  by: ({ by }) => by,
  teamId: ({ teamId }) => teamId,
  shortName: ({ teamShortName }) => teamShortName,
  draftBox: ({ boxName }) => boxName,
  playerId: ({ player }) => player?.id,
  player: ({ player }) => player?.name,
  how: ({ how }) => how,
  pickNr: ({ pickNr }) => pickNr,
  takenBackAt: ({ takenBackAt }) => (takenBackAt ? toTheSecond(takenBackAt) : null),
  takenBackBy: ({ takenBackBy }) => takenBackBy,
  detail: ({ detail }) => (detail ? JSON.stringify(detail) : null),
}

const CORRECTIONS: Columns<Correction> = {
  nr: ({ nr }) => nr,
  at: ({ at }) => toTheSecond(at),
  by: ({ by }) => by,
  teamId: ({ team }) => team.id,
  shortName: ({ team }) => team.shortName,
  what: ({ what }) => what,
  reason: ({ reason }) => reason,
  scoreBefore: ({ before }) => two(before.totalScore),
  scoreAfter: ({ after }) => two(after.totalScore),
  undoes: ({ undoes }) => undoes,
  undoneBy: ({ undoneBy }) => undoneBy,
}

const NHL_CORRECTIONS: Columns<CorrectedLine> = {
  publishedAt: ({ publishedAt }) => toTheSecond(publishedAt),
  gameDate: ({ gameDate }) => gameDate,
  playerId: ({ player }) => player.id,
  player: ({ player }) => player.name,
  position: ({ player }) => player.position,
  nhlTeam: ({ player }) => player.nhlTeam,
  changes: ({ changes }) => changes,
  pointsBefore: ({ pointsBefore }) => pointsBefore,
  pointsAfter: ({ pointsAfter }) => pointsAfter,
  teamId: ({ team }) => team?.id,
  shortName: ({ team }) => team?.shortName,
}
