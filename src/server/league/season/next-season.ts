import { hash } from 'node:crypto'
import type { PlanLine } from '#contract/next-season'
import { addDays, type LeagueDay, leagueDay, seasonAfter, seasonName } from '#rules/calendar'
import { dayWords } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { NhlApi } from '../../nhl/api/nhl-api.ts'
import { politeClient } from '../../nhl/api/polite-client.ts'
import type { NhlSeason } from '../../nhl/source.ts'
import type { Env } from '../../settings/env.ts'
import { checkSeason } from '../file/check-season.ts'
import type { LeagueFile } from '../file/league-file.ts'
import type { CurrentLeague } from '../league.ts'
import {
  enterTeam,
  insertTeam,
  type KeptTeam,
  seasonProgress,
  startingCash,
  teamsOfSeason,
} from '../moving-in/setup-league.ts'
import { refusedBecause, type Step, without } from '../moving-in/step.ts'
import { describeTeam, ignoredOfTeams, teamLine, teamsOfFile } from '../moving-in/teams-of-file.ts'
import { listMembers } from '../office/members.ts'
import { allTeams } from '../teams.ts'
import { carryOutStart, refuseUnpublished, type Starting, startSteps } from './season-plan.ts'
import { inDayWords, numbersOf, ownNumbers } from './season-settings.ts'
import { doneIn, findStart, removeStart, teamsWithMembers } from './season-start.ts'

/** Teams that are new in the season. Those that the file leaves out stay in a season that has begun. */
export async function planTeams(queries: Queries, { league, file, retired }: Starting) {
  const seasonId = file.season.id
  const kept = await allTeams(queries)
  const teams = teamsOfFile(file, kept)
  const inSeason = await teamsOfSeason(queries, seasonId)
  const present = await teamsOfSeason(queries, league.seasonId)
  const gone = ({ id }: KeptTeam) => present.has(id) && !retired.includes(id) && !teams.some((each) => each.id === id)
  const left = kept.filter(gone)
  await refuseLosingTeams(
    queries,
    left,
    kept.filter(({ id }) => present.has(id)),
  )
  const entering = teams.filter(({ id }) => !inSeason.has(id))
  const steps = entering.map(
    ({ team, id, kept }): Step => ({
      line: {
        kind: 'new',
        text: kept ? `team ${kept.shortName} takes part` : `team ${team.shortName}, ${team.name}, id ${id}`,
      },
      run: async (within) => {
        if (!kept) await insertTeam(within, { ...team, id })
        await enterTeam(within, seasonId, { teamId: id, cashCents: team.cashCents })
      },
    }),
  )
  const { picks } = await seasonProgress(queries, seasonId)
  if (steps.length > 0 && picks > 0) {
    throw refusedBecause(`${steps[0]?.line.text}: the season has players on its rosters, so no team can join it.`)
  }
  const names = left.map(describeTeam).join(', ')
  const stays = seasonId === league.seasonId ? 'A team stays until the season is over.' : 'They take no part in it.'
  return {
    teams,
    steps,
    newTeams: entering.flatMap(({ id, kept }) => (kept ? [] : [id])),
    notes: [
      ...(left.length > 0 ? [`Not in the file: ${names}. ${stays}`] : []),
      ...ignoredOfTeams(teams, await startingCash(queries, seasonId)),
    ],
  }
}

/** A team that has merely been renamed would be left behind, and with it the players that its member may keep. */
async function refuseLosingTeams(
  queries: Queries,
  left: readonly KeptTeam[],
  present: readonly KeptTeam[],
): Promise<void> {
  const members = await listMembers(queries)
  const owned = left.flatMap((team) => {
    const owners = members.filter(({ teamId }) => teamId === team.id).map(({ userName }) => userName)
    return owners.length > 0 ? [`${describeTeam(team)} of ${owners.join(' and ')}`] : []
  })
  if (owned.length === 0) return
  throw refusedBecause(
    [
      `The file leaves out ${owned.join(', ')}. A team that was renamed is found by its id; the teams of the league are:`,
      ...present.map((team) => teamLine(team)),
      'Put the ids into the file. A team that leaves must have no member. Take it from its member first with npm run league -- members FILE.',
    ].join('\n'),
  )
}

/** What an admin says about the next season where there is no league file. */
export interface SeasonRequest {
  readonly firstDay: LeagueDay
  readonly lastDay: LeagueDay
  readonly retired: readonly number[]
}

interface PlannedSeason {
  readonly starting: Starting
  readonly steps: readonly Step[]
  readonly newTeams: readonly number[]
  readonly lines: readonly PlanLine[]
  /** Of all of it: what is started has been seen. */
  readonly fingerprint: string
}

const SKIP = 'To skip a season, use a league file: npm run league -- season FILE'

/** The next season with the league as it is: the same steps as with a league file that says so. */
export async function planNextSeason(
  queries: Queries,
  league: CurrentLeague,
  { firstDay, lastDay, retired }: SeasonRequest,
  now: Date,
): Promise<PlannedSeason> {
  await refuseUnpublished(queries, league)
  const present = await teamsWithMembers(queries, league.seasonId)
  const stay = present.filter(({ id }) => !retired.includes(id))
  if (stay.length === 0) throw refusedBecause('A season needs a team.')
  const strange = retired.find((id) => !present.some((team) => team.id === id))
  if (strange !== undefined) throw refusedBecause(`There is no team ${strange} in the season that is on.`)
  const problems: string[] = []
  const season = checkSeason(
    [],
    { season: seasonName(seasonAfter(league.seasonId)), firstDay, lastDay },
    league.constants,
    (_, sentence) => void problems.push(inDayWords(sentence)),
  )
  if (problems.length > 0) {
    const years = [firstDay, lastDay].map((day) => Number(day.slice(0, 4)))
    const isOther = years.some((year) => !seasonName(season.id).split('-').map(Number).includes(year))
    throw refusedBecause(
      [...problems, ...(isOther ? [`Here only ${seasonName(season.id)} can be started. ${SKIP}`] : [])].join(' '),
    )
  }
  if (firstDay <= league.lastDay) {
    throw refusedBecause(
      `${dayWords(firstDay)} is in the season ${seasonName(league.seasonId)}, which ends on ${dayWords(league.lastDay)}.`,
    )
  }
  const file: LeagueFile = {
    name: league.name,
    timeZone: league.constants.timeZone,
    guestsRead: league.guestsRead,
    tonightPremium: league.tonightPremium,
    season,
    constants: ownNumbers(numbersOf(league), league),
    teams: stay.map(({ id, name, shortName }) => ({ id, name, shortName, cashCents: 0, line: 0 })),
    members: [],
    lastSeason: null,
    soFar: null,
  }
  const starting: Starting = { league, file, retired, now }
  const teams = await planTeams(queries, starting)
  const steps = [...(await startSteps(queries, starting)), ...teams.steps, ...overSteps(season, now, league)]
  const lines = [...steps.map(({ line }) => line), ...teams.notes.map((text) => without('note', text).line)]
  const fingerprint = hash('sha256', JSON.stringify([league.seasonId, season, lines]), 'base64url')
  return { starting, steps, newTeams: teams.newTeams, lines, fingerprint }
}

/** A note on a season that is over already: the league paused for longer than a summer. */
function overSteps({ id, lastDay }: LeagueFile['season'], now: Date, { constants }: CurrentLeague): Step[] {
  if (leagueDay(now.getTime(), constants.timeZone) <= lastDay) return []
  return [without('note', `${seasonName(id)} ended on ${dayWords(lastDay)}, so it is over when it starts. ${SKIP}`)]
}

export const startPlanned = (
  queries: Queries,
  { starting, ...planned }: PlannedSeason,
  byName: string,
): Promise<void> => carryOutStart(queries, starting, { ...planned, byName })

/** Weeks from one season to the next, whole ones, so its first day is the same day of the week. */
const WEEKS_A_YEAR = 52

interface KnownDays extends Pick<NhlSeason, 'id' | 'firstDay' | 'lastDay'> {
  readonly isKnown: boolean
}

/** When the next season is played: as the NHL has it, else about a year after this one. */
export async function daysOfNextSeason(league: CurrentLeague, nhlApi: Env['nhlApi']): Promise<KnownDays> {
  const id = seasonAfter(league.seasonId)
  const known = league.demoSeed === null ? await seasonOfNhl(id, nhlApi) : undefined
  if (known) return { id, firstDay: known.firstDay, lastDay: known.lastDay, isKnown: true }
  const later = (day: LeagueDay) => addDays(day, 7 * WEEKS_A_YEAR)
  return { id, firstDay: later(league.firstDay), lastDay: later(league.lastDay), isKnown: false }
}

const LONGEST_WAIT_MS = 3_000

/** The page does not wait for an NHL that does not answer. */
async function seasonOfNhl(id: number, nhlApi: Env['nhlApi']): Promise<NhlSeason | undefined> {
  const source = new NhlApi(
    nhlApi,
    politeClient({ pauseMs: nhlApi.pauseMs, signal: AbortSignal.timeout(LONGEST_WAIT_MS) }),
  )
  const seasons = await source.seasons(() => {}).catch(() => [])
  return seasons.find((season) => season.id === id)
}

export const isSeasonOver = ({ lastDay, constants }: CurrentLeague, now: Date): boolean =>
  leagueDay(now.getTime(), constants.timeZone) > lastDay

interface PlannedUndo {
  readonly previousId: number
  readonly startedAt: Date
  readonly byName: string | null
  /** For which it is refused. */
  readonly done: readonly string[]
  readonly lines: readonly PlanLine[]
  run(): Promise<void>
}

/** Goes back to the season before, as it was; null where the present one was not started here. */
export async function planUndo(queries: Queries, { seasonId }: CurrentLeague): Promise<PlannedUndo | null> {
  const start = await findStart(queries, seasonId)
  if (!start) return null
  const { previousId, startedAt, byName, before } = start
  const back = [
    ...(before.carts.length > 0 ? ['the carts'] : []),
    ...(before.members.length > 0 ? ['the teams that retired'] : []),
  ]
  return {
    previousId,
    startedAt,
    byName,
    done: await doneIn(queries, start),
    lines: [
      { kind: 'gone', text: `season ${seasonName(seasonId)}, with its schedule, its teams' cash and its draft boxes` },
      { kind: 'changed', text: `season ${seasonName(previousId)} is on again, and its final standings are open` },
      ...(before.newTeams.length > 0
        ? [{ kind: 'gone' as const, text: `teams that were new: ${before.newTeams.length}` }]
        : []),
      ...(back.length > 0 ? [{ kind: 'new' as const, text: `${back.join(' and ')} are back` }] : []),
    ],
    run: () => removeStart(queries, start),
  }
}

export const undoRefusal = (done: readonly string[]): string =>
  `The season has begun, so its start can no longer be undone: ${done.join(', ')}.`
