import type { LeagueFile } from '../league-file/league-file.ts'
import { seasonName } from '../league-file/league-file.ts'
import type { Queries } from '../store/database.ts'
import { type CurrentLeague, lockLeague } from '../store/league.ts'
import { publishWithin } from '../store/publish.ts'
import {
  allTeams,
  countPending,
  enterTeam,
  insertTeam,
  saveFileSeason,
  saveLeagueRow,
  seasonProgress,
  teamsOfSeason,
} from '../store/setup-league.ts'
import { DRY_RUN, fileOfJob, realLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { planPastRosters } from './past-rosters.ts'
import { leagueDifferences } from './season-differences.ts'
import { findTeam } from './teams-of-file.ts'
import { JobRefusal, type Workplace } from './workplace.ts'

/** Something to be done, and the line that tells it. */
export interface Step {
  readonly tells: string
  run(queries: Queries): Promise<void>
}

/**
 * Makes the league and its season what the file says: name, zone, constants, days, new teams, last season's rosters. A
 * season after the present one is started.
 */
export async function changeSeason(
  { file: text, dryRun }: JobOf<'season'>,
  { database, clock, say }: Workplace,
): Promise<void> {
  const file = fileOfJob(text)
  await database.transaction(async (queries) => {
    await lockLeague(queries)
    const league = await realLeague(queries)
    const starts = await startsAnew(queries, league, file)
    const steps = [
      ...(starts ? [startSeason(file)] : changeLeague(league, file)),
      ...(await planTeams(queries, file, say)),
    ]
    // Teams come before the rosters that name them.
    const rosters = await planPastRosters(queries, file)
    const planned = [...steps, ...rosters]
    for (const { tells } of planned) say(tells)
    if (planned.length === 0) return say('The season is as in the file.')
    if (dryRun) return say(DRY_RUN)
    for (const step of planned) await step.run(queries)
    if (starts) await publishWithin(queries, file.season.id, clock())
    await database.announce(queries, 'league', '')
    say('Done.')
  })
}

async function startsAnew(queries: Queries, league: CurrentLeague, { season }: LeagueFile): Promise<boolean> {
  if (season.id === league.seasonId) return false
  if (season.id < league.seasonId) {
    throw new JobRefusal(
      `The league is in the season ${seasonName(league.seasonId)} and cannot go back to ${seasonName(season.id)}.`,
    )
  }
  const { lines } = await countPending(queries)
  if (lines > 0) {
    throw new JobRefusal(
      `${lines} imported lines of ${seasonName(league.seasonId)} are not published yet; first: npm run league -- publish`,
    )
  }
  return true
}

const startSeason = (file: LeagueFile): Step => ({
  tells: `+ season ${seasonName(file.season.id)}, ${file.season.firstDay} to ${file.season.lastDay}`,
  run: async (queries) => {
    await saveFileSeason(queries, file.season)
    await saveLeagueRow(queries, file)
  },
})

function changeLeague(league: CurrentLeague, file: LeagueFile): Step[] {
  const differences = leagueDifferences(league, file)
  const save = async (queries: Queries) => {
    await saveFileSeason(queries, file.season)
    await saveLeagueRow(queries, file)
  }
  return differences.map((tells, index) => ({ tells, run: index === 0 ? save : async () => {} }))
}

/** Teams that are new in the season. Those that the file leaves out stay in a season that has begun. */
async function planTeams(queries: Queries, file: LeagueFile, say: Workplace['say']): Promise<Step[]> {
  const seasonId = file.season.id
  const kept = await allTeams(queries)
  const inSeason = await teamsOfSeason(queries, seasonId)
  const steps: Step[] = []
  for (const team of file.teams) {
    const found = findTeam(kept, team)
    if (found && inSeason.has(found.id)) continue
    steps.push({
      tells: found ? `+ team ${found.shortName} takes part` : `+ team ${team.shortName}, ${team.name}`,
      run: async (within) => {
        const teamId = found?.id ?? (await insertTeam(within, team))
        await enterTeam(within, seasonId, { teamId, cashCents: team.cashCents })
      },
    })
  }
  const { picks } = await seasonProgress(queries, seasonId)
  if (steps.length > 0 && picks > 0) {
    throw new JobRefusal(
      `${steps[0]?.tells.slice(2)}: the season has players on its rosters, so no team can join it any more.`,
    )
  }
  const left = kept.filter((team) => inSeason.has(team.id) && !file.teams.some((each) => findTeam([team], each)))
  if (left.length > 0) {
    say(`Not in the file: ${left.map(({ shortName }) => shortName).join(', ')}. A team stays until the season is over.`)
  }
  return steps
}
