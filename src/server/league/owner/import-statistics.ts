import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/command'
import { seasonName } from '#rules/calendar'
import { plural } from '#rules/words'
import type { Context } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { NhlApi } from '../../nhl/api/nhl-api.ts'
import { politeClient } from '../../nhl/api/polite-client.ts'
import { openTableFiles } from '../../nhl/files/table-files.ts'
import { daysToRead, lastDays } from '../../nhl/import/import-days.ts'
import { runImport } from '../../nhl/import/import-league.ts'
import { type DayRange, daysOfSeason, type ImportRun, nhlDay, nothingYet } from '../../nhl/import/import-run.ts'
import { type NhlSource, SourceRefusal, SourceUnavailable } from '../../nhl/source.ts'
import { keptGames } from '../../nhl/store/import-days.ts'
import { auditCommand } from '../audit.ts'
import { type CurrentLeague, refuseClockBehind } from '../league.ts'
import { ownLeague } from '../moving-in/file-of-league.ts'
import { afterImport, COMMAND, nextLines } from '../moving-in/next-steps.ts'
import { countPending, countPlayers } from '../moving-in/setup-league.ts'
import { DRY_RUN, refusedBecause } from '../moving-in/step.ts'
import { takeOverFile } from '../moving-in/take-over.ts'

type Days = contract.Import['days']

const BUSY = 'The server is importing at this moment; try again in a few minutes.'

/** Reads what is new at the NHL, or in the table files of a season. Members see it when it is published. */
export function registerImport(app: FastifyInstance, context: Context, stopping: AbortSignal): void {
  serve(app, context, contract.importStatistics, { access: 'admin' }, ({ request, body }) =>
    inItsSentences(async () => {
      const league = await leagueToImport(context, body.days)
      const signal = whileWanted(request, stopping)
      const source = await openSource(body, context, signal)
      const answer = await importStatistics(context, league, source, body.days, signal)
      return { ...answer, lines: [...(await otherSeason(body, source, league)), ...answer.lines] }
    }),
  )

  serve(app, context, contract.planImport, { access: 'admin' }, ({ request, body }) =>
    inItsSentences(async () => {
      const league = await leagueToImport(context, body.days)
      const source = await openSource(body, context, whileWanted(request, stopping))
      return {
        lines: [...(await otherSeason(body, source, league)), ...(await planLines(source, league, body.days, context))],
      }
    }),
  )
}

/** Aborted when the command is gone that waits for the answer, or when this process stops. */
export function whileWanted({ raw }: FastifyRequest, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController()
  raw.socket.once('close', () => gone.abort())
  return AbortSignal.any([stopping, gone.signal])
}

async function inItsSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SourceRefusal) throw refusedBecause(error.message)
    if (error instanceof SourceUnavailable) throw refusedBecause(`${error.message} What was read so far is saved.`)
    throw error
  }
}

async function leagueToImport({ database, clock }: Context, days: Days): Promise<CurrentLeague> {
  const league = await database.transaction(async (queries) => {
    const found = await ownLeague(queries)
    // Games that have been played would lie in the future again.
    await refuseClockBehind(queries, clock())
    return found
  })
  if (typeof days === 'object') refuseOtherDays(days, league, nhlDay(clock))
  return league
}

async function importStatistics(
  { database, clock }: Context,
  league: CurrentLeague,
  source: NhlSource,
  days: Days,
  signal: AbortSignal,
) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const run: ImportRun = { database, source, clock, signal, afterwards: takeOverFile({ database, clock, say }) }
  const outcome = nothingYet()
  const free = await database.exclusively(async () => {
    Object.assign(outcome, await runImport(run, league, days))
  })
  if (!free) throw refusedBecause(BUSY)
  const { refused, setAside, brokeOff } = outcome
  const { pending, size, next } = await database.transaction(async (queries) => {
    const { days, changedLines } = outcome
    await auditCommand(queries, clock(), 'command.import', { days, changedLines })
    const pending = await countPending(queries)
    const isWithoutGames = pending.lines === 0 && refused.length === 0 && !brokeOff
    return {
      pending,
      size: await countPlayers(queries),
      next: isWithoutGames ? await afterImport(queries, league) : [],
    }
  })
  lines.push(
    ...(outcome.sums ? [outcome.sums.sentence] : []),
    ...outcome.notes,
    next.length > 0
      ? `${plural(size.players, 'player')} of ${plural(size.clubs, 'club')} are up to date; no game has been played yet.`
      : outcome.days === 0 && refused.length === 0 && !brokeOff
        ? `${plural(size.players, 'player')} of ${plural(size.clubs, 'club')} are up to date; no games to read.`
        : `Read ${plural(outcome.days, 'day')} with ${plural(outcome.lines, 'line')} from ${source.name}; ${plural(outcome.changedLines, 'line')} new or different.`,
    ...(pending.lines > 0
      ? [`${plural(pending.lines, 'line')} waiting for an official update: ${COMMAND} publish`]
      : []),
    ...setAside,
    ...outcome.uncompared,
  )
  if (refused.length > 0) {
    const why = [
      ...refused,
      ...(brokeOff ? [brokeOff.message] : []),
      'The rest is imported; what was refused stays as it was, and the next import tries again.',
    ]
    return { lines, refused: why.join('\n') }
  }
  if (brokeOff) return { lines, refused: `${brokeOff.message} What was read so far is saved.` }
  return { lines: [...lines, ...nextLines(next)] }
}

function refuseOtherDays({ from, through }: DayRange, league: CurrentLeague, today: string): void {
  const season = daysOfSeason(league)
  if (through < season.from) {
    throw refusedBecause(
      `The days ${from}..${through} lie before the season ${seasonName(league.seasonId)}, and a season that is over takes no more corrections: its standings are final.`,
    )
  }
  if (from < season.from || through > season.through) {
    throw refusedBecause(
      `The days ${from}..${through} are not all of the season ${seasonName(league.seasonId)}, whose games are played from ${season.from} to ${season.through} at the latest.`,
    )
  }
  if (from > today) throw refusedBecause(`The days ${from}..${through} are still ahead; today is ${today}.`)
}

/** The table files in a folder, or the NHL's API. */
export async function openSource(
  { from }: Pick<contract.Import, 'from'>,
  { clock, env: { nhlApi } }: Pick<Context, 'clock' | 'env'>,
  signal: AbortSignal,
): Promise<NhlSource> {
  return from === null
    ? new NhlApi(nhlApi, politeClient({ pauseMs: nhlApi.pauseMs, signal }))
    : openTableFiles(from, nhlDay(clock))
}

/** For files of another season: they give players, and no games. */
async function otherSeason(
  { from }: Pick<contract.Import, 'from'>,
  source: NhlSource,
  { seasonId }: CurrentLeague,
): Promise<string[]> {
  const [ofFiles] = from === null ? [] : await source.seasons(() => {})
  return ofFiles && ofFiles.id !== seasonId
    ? [
        `The files in ${from} are of ${seasonName(ofFiles.id)}: they give players and earlier seasons, and no games of ${seasonName(seasonId)}.`,
      ]
    : []
}

/** The days that are read again although they are final. */
function againOf(days: Days, league: CurrentLeague, clock: () => Date): DayRange {
  if (days === 'all') return daysOfSeason(league)
  return typeof days === 'object' ? days : lastDays(clock)
}

async function planLines(
  source: NhlSource,
  league: CurrentLeague,
  days: Days,
  { database, clock }: Context,
): Promise<string[]> {
  const { from, through } = typeof days === 'object' ? days : daysOfSeason(league)
  const { games, odd, unread } = await source.schedule(league.seasonId, from, through)
  const kept = await database.transaction((queries) => keptGames(queries, league.seasonId))
  const known = games.filter(({ id }) => kept.has(id)).length
  const unreadable = [...odd.map(({ why }) => why), ...unread.map(({ why }) => why.message)]
  const season = { ...league, id: league.seasonId }
  const toRead = await daysToRead({ database, clock }, season, games, againOf(days, league, clock))
  const all = [...toRead.days.keys()]
  return [
    `${source.name}: ${games.length} games, of which ${known} are known.`,
    ...unreadable.map((why) => `Cannot be read: ${why}`),
    all.length === 0 ? 'No day is missing.' : `Would read ${plural(all.length, 'day')}, ${all[0]} to ${all.at(-1)}.`,
    DRY_RUN,
  ]
}
