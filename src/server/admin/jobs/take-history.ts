import { seasonName } from '#rules/calendar'
import { readTable } from '../../nhl/csv.ts'
import { SourceRefusal } from '../../nhl/source-error.ts'
import { type EndedSeason, endedSeasons, type NewStanding, saveEndedSeason } from '../../store/subjects/history.ts'
import { lockLeague } from '../../store/subjects/league.ts'
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
import { auditCommand } from './audit-command.ts'
import { anyLeague, DRY_RUN, problemLine } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { sayWhenDone } from './say-when-done.ts'

/** Takes the seasons of earlier years from a file: how they ended, in place of what an earlier file said of them. */
export async function takeHistory(job: JobOf<'history'>, context: JobContext): Promise<void> {
  const { database, clock } = context
  const { years, problems } = readHistory(rowsOfText(job.file))
  if (problems.length > 0) {
    const shown = TABLE.test(job.file) ? problems : withMistakes(job.file, problems)
    throw new JobRefusal(shown.map(problemLine).join('\n'))
  }
  await sayWhenDone(context, async (queries, say) => {
    await lockLeague(queries)
    const { seasonId } = await anyLeague(queries)
    const kept = await endedSeasons(queries)
    refuseOwnYears(years, seasonId, kept)
    const changes = years.flatMap((year) => {
      const lines = differences(year, kept.find(({ id }) => id === year.seasonId) ?? null)
      return lines.length > 0 ? [{ year, lines }] : []
    })
    for (const { lines } of changes) for (const line of lines) say(line)
    if (changes.length === 0) return say('The history is as in the file.')
    if (job.dryRun) return say(DRY_RUN)
    for (const { year } of changes) {
      await saveEndedSeason(queries, { id: year.seasonId, source: 'file' }, year.standings.map(asStanding))
    }
    await auditCommand(queries, clock(), 'command.history', { seasonIds: changes.map(({ year }) => year.seasonId) })
    await database.announce(queries, 'answers', '')
    say('Done.')
  })
}

/** A YAML list begins with a dash, a bracket or a comment, and has no separator in a first line of words. */
const TABLE = /^\uFEFF?\s*(?:"?sep=|[^\s\-#[{%][^\r\n]*[,;\t|])/i

function rowsOfText(text: string): readonly WrittenRow[] {
  if (!TABLE.test(text)) {
    const rows = yamlRows(text)
    if ('sentence' in rows) throw new JobRefusal(problemLine(rows))
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
    if (error instanceof SourceRefusal) throw new JobRefusal(error.message)
    throw error
  }
}

/** What is no number stays as it is, and is refused for that. A comma with one or two digits behind it is decimal. */
function numberOf(cell: string | null): unknown {
  const number = Number(cell?.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2') ?? Number.NaN)
  return Number.isNaN(number) ? cell : number
}

function refuseOwnYears(years: readonly FileYear[], presentId: number, kept: readonly EndedSeason[]): void {
  const problems = years.flatMap(({ seasonId, line }): Problem[] => {
    if (!isBefore(seasonId, presentId)) {
      return [
        { line, sentence: `${seasonName(seasonId)} is no earlier year: the league is in ${seasonName(presentId)}.` },
      ]
    }
    const isPlayed = kept.some(({ id, isPlayedHere }) => id === seasonId && isPlayedHere)
    return isPlayed
      ? [{ line, sentence: `The league has played ${seasonName(seasonId)} here and knows how it ended.` }]
      : []
  })
  if (problems.length > 0) throw new JobRefusal(problems.map(problemLine).join('\n'))
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
  if (!place) return 'nobody'
  const owner = place.memberName === null ? '' : ` (${place.memberName})`
  return `${place.rank}. ${place.teamName}${owner} ${(place.totalCents / 100).toFixed(2)}`
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
