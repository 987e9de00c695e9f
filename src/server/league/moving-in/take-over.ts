import type { Database, Queries } from '../../db/engine/database.ts'
import { lockSeason } from '../../db/locks.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import type { ImportRun } from '../../nhl/import/import-run.ts'
import type { FoundPlayer } from '../../nhl/source.ts'
import { BY_NO_PERSON, saveAudit } from '../audit.ts'
import { ClockBehind, currentLeague, lockLeague } from '../league.ts'
import { fileOfLeague } from './file-of-league.ts'
import { planPastRosters } from './past-rosters.ts'
import { findUnknownPlayers, type UnknownPlayer } from './player-names.ts'
import { planSeasonToDate } from './season-to-date.ts'
import { dropLeagueFile, findLeagueFile } from './setup-league.ts'
import { printedLine } from './step.ts'
import { teamsOfFile } from './teams-of-file.ts'

interface Given {
  readonly database: Database
  readonly clock: () => Date
  /** What was taken over, once that is committed. */
  say(line: string): void
}

/**
 * After an import: takes over the rosters of the file with which the league was made, once. Answers what is in the way;
 * the file then stays, and is tried again after the next import.
 */
export const takeOverFile =
  (given: Given): NonNullable<ImportRun['afterwards']> =>
  async ({ source, report }) => {
    try {
      const unknown = await takeOver(given, new Map())
      if (unknown.length === 0) return []
      // Between two transactions: the network would keep everybody else waiting.
      const unknownPlayers = await findUnknownPlayers(unknown, async () => source, report)
      await takeOver(given, unknownPlayers)
      return []
    } catch (error) {
      if (!(error instanceof HttpError || error instanceof ClockBehind)) throw error
      return [
        'The rosters of the league file are not taken over yet:',
        ...error.message.split('\n'),
        'Mend the file, then: npm run league -- season FILE',
      ]
    }
  }

/** All of it; or nothing, and returns the players who are unknown here. */
async function takeOver(
  { database, clock, say }: Given,
  unknownPlayers: ReadonlyMap<number, FoundPlayer>,
): Promise<readonly UnknownPlayer[]> {
  const lines: string[] = []
  const unknown = await database.transaction(async (queries): Promise<readonly UnknownPlayer[]> => {
    if ((await findLeagueFile(queries)) === null) return []
    await lockSeason(queries)
    await lockLeague(queries)
    const text = await findLeagueFile(queries)
    if (text === null) return []
    const league = await currentLeague(queries)
    const file = fileOfLeague(text)
    // Another season was started meanwhile.
    if (file.season.id !== league.seasonId) return dropped(queries)
    // The ids that they got from this file, whatever they are called by now.
    const teams = teamsOfFile(file, [])
    const rosters = await planPastRosters(queries, file, teams, unknownPlayers)
    const soFar = await planSeasonToDate(queries, {
      league,
      file,
      teams,
      unknownPlayers,
      now: clock().getTime(),
      say: (line) => void lines.push(line),
    })
    const unknown = [...rosters.unknown, ...soFar.unknown]
    if (unknown.length > 0) return unknown
    const steps = [...rosters.steps, ...soFar.steps]
    for (const step of steps) {
      lines.push(printedLine(step.line))
      await step.run(queries)
    }
    lines.push(...soFar.notes)
    if (steps.length > 0) {
      const record = { at: clock(), memberId: null, subject: 'server', method: BY_NO_PERSON, call: 'command.takeOver' }
      await saveAudit(queries, { ...record, params: { seasonId: league.seasonId } })
    }
    await database.announce(queries, 'league', '')
    return dropped(queries)
  })
  for (const line of lines) say(line)
  return unknown
}

async function dropped(queries: Queries): Promise<readonly UnknownPlayer[]> {
  await dropLeagueFile(queries)
  return []
}
