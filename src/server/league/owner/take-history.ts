import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/command'
import { seasonName } from '#rules/calendar'
import { amount, plural } from '#rules/words'
import type { Context } from '../../http/context.ts'
import { serveChange } from '../../http/serve-change.ts'
import { readTable } from '../../nhl/files/csv.ts'
import { SourceRefusal } from '../../nhl/source.ts'
import {
  type FileFinish,
  type FileYear,
  HISTORY_COLUMNS,
  isBefore,
  readHistory,
  type WrittenRow,
  yamlRows,
} from '../file/history-file.ts'
import type { Problem } from '../file/league-file.ts'
import { withMistakes } from '../file/mistakes.ts'
import { type EndedSeason, endedSeasons, type NewStanding, saveEndedSeason } from '../history/history.ts'
import { currentLeague, lockLeague } from '../league.ts'
import { problemLine, refuseProblems } from '../moving-in/file-of-league.ts'
import { DRY_RUN, refusedBecause } from '../moving-in/step.ts'

/** Takes the seasons of earlier years from a file: how they ended, in place of an earlier file's account of them. */
export function registerTakeHistory(app: FastifyInstance, context: Context): void {
  serveChange(app, context, contract.history, {
    access: 'admin',
    // None in a record that was too long.
    record: ({ seasonIds }) => {
      const seasons = Array.isArray(seasonIds) ? plural(seasonIds.length, 'earlier season') : 'earlier seasons'
      return `took the final standings of ${seasons} from a file`
    },
    lock: lockLeague,
    invalidates: 'answers',
    handle: async ({ queries, body: { file }, note, leaveUnrecorded, isDryRun }) => {
      const { years, problems } = readHistory(rowsOfText(file))
      refuseProblems(TABLE.test(file) ? problems : withMistakes(file, problems))
      const { seasonId } = await currentLeague(queries)
      const kept = await endedSeasons(queries)
      refuseOwnYears(years, seasonId, kept)
      const changes = years.flatMap((year) => {
        const lines = differences(year, kept.find(({ id }) => id === year.seasonId) ?? null)
        return lines.length > 0 ? [{ year, lines }] : []
      })
      if (changes.length === 0) {
        leaveUnrecorded()
        return { lines: ['The history is as in the file.'] }
      }
      for (const { year } of changes) {
        await saveEndedSeason(queries, { id: year.seasonId, source: 'file' }, year.standings.map(asStanding))
      }
      note({ seasonIds: changes.map(({ year }) => year.seasonId) })
      return { lines: [...changes.flatMap(({ lines }) => lines), isDryRun ? DRY_RUN : 'Done.'] }
    },
  })
}

/** A YAML list begins with a dash, a bracket or a comment, and has no separator in a first line of words. */
const TABLE = /^\uFEFF?\s*(?:"?sep=|[^\s\-#[{%][^\r\n]*[,;\t|])/i

function rowsOfText(text: string): readonly WrittenRow[] {
  if (!TABLE.test(text)) {
    const rows = yamlRows(text)
    if ('sentence' in rows) throw refusedBecause(problemLine(rows))
    return rows
  }
  try {
    return [...readTable(text, 'The file,', HISTORY_COLUMNS)].map((row) => ({
      line: row.line,
      value: {
        year: row.optional('year') ?? '',
        rank: numberOf(row.optional('rank')),
        team: row.optional('team') ?? '',
        member: row.optional('member'),
        points: numberOf(row.optional('points')),
      },
    }))
  } catch (error) {
    if (error instanceof SourceRefusal) throw refusedBecause(error.message)
    throw error
  }
}

/**
 * What is not a number stays as it is, and is refused for that. A comma with one or two digits behind it is decimal.
 */
function numberOf(cell: string | null): unknown {
  const number = Number(cell?.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2') ?? Number.NaN)
  return Number.isNaN(number) ? cell : number
}

function refuseOwnYears(years: readonly FileYear[], presentId: number, kept: readonly EndedSeason[]): void {
  const problems = years.flatMap(({ seasonId, line }): Problem[] => {
    if (!isBefore(seasonId, presentId)) {
      return [
        {
          line,
          sentence: `${seasonName(seasonId)} is not an earlier year: the league is in ${seasonName(presentId)}.`,
        },
      ]
    }
    const isPlayed = kept.some(({ id, isPlayedHere }) => id === seasonId && isPlayedHere)
    return isPlayed
      ? [{ line, sentence: `The league has played ${seasonName(seasonId)} here and knows how it ended.` }]
      : []
  })
  refuseProblems(problems)
}

const asStanding = ({ rank, team, member, total }: FileFinish): NewStanding => ({
  rank,
  teamId: null,
  teamName: team,
  shortName: null,
  memberId: null,
  memberName: member,
  pointsCents: null,
  cashCents: null,
  totalCents: total,
})

type Place = Pick<NewStanding, 'rank' | 'teamName' | 'memberName' | 'totalCents'>

const placeText = (place: Place | undefined): string => {
  if (!place) return 'no one'
  const owner = place.memberName === null ? '' : ` (${place.memberName})`
  return `${place.rank}. ${place.teamName}${owner} ${amount(place.totalCents)}`
}

/** What the file says otherwise, a line each; a season that is new in one. */
function differences({ seasonId, standings }: FileYear, kept: EndedSeason | null): string[] {
  const name = seasonName(seasonId)
  const places = standings.map(asStanding)
  if (!kept) return [`+ ${name}: ${places.length} teams, ${placeText(places[0])}`]
  const length = Math.max(places.length, kept.standings.length)
  return Array.from({ length }, (_, index) => [placeText(kept.standings[index]), placeText(places[index])] as const)
    .filter(([before, after]) => before !== after)
    .map(([before, after]) => `~ ${name}: ${before} -> ${after}`)
}
