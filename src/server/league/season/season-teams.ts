import type { Queries } from '../../db/engine/database.ts'
import {
  allTeams,
  enterTeam,
  insertTeam,
  type KeptTeam,
  seasonProgress,
  startingCash,
  teamsOfSeason,
} from '../moving-in/setup-league.ts'
import { refusedBecause, type Step } from '../moving-in/step.ts'
import { describeTeam, ignoredOfTeams, type TeamOfFile, teamLine, teamsOfFile } from '../moving-in/teams-of-file.ts'
import { listMembers } from '../office/members.ts'
import type { Starting } from './season-plan.ts'

interface PlannedTeams {
  readonly teams: readonly TeamOfFile[]
  readonly steps: readonly Step[]
  readonly newTeams: readonly number[]
  readonly notes: readonly string[]
}

/** Teams that are new in the season. Those that the file leaves out stay in a season that has begun. */
export async function planTeams(queries: Queries, { league, file, retired }: Starting): Promise<PlannedTeams> {
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
