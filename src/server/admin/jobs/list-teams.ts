import { seasonName } from '#rules/calendar'
import { allTeams, startingCash } from '../../store/subjects/setup-league.ts'
import { realLeague } from './file-of-job.ts'
import type { JobContext } from './job-context.ts'
import { teamLine } from './teams-of-file.ts'

/** The teams with their ids, written as the league file has them. */
export async function listTeams({ database, say }: JobContext): Promise<void> {
  await database.transaction(async (queries) => {
    const { seasonId } = await realLeague(queries)
    const cash = await startingCash(queries, seasonId)
    const teams = await allTeams(queries)
    say('teams:')
    for (const team of teams.filter(({ id }) => cash.has(id))) say(teamLine(team, cash.get(team.id)))
    const gone = teams.filter(({ id }) => !cash.has(id))
    if (gone.length > 0) say(`  # Not in ${seasonName(seasonId)}:`)
    for (const team of gone) say(`  #${teamLine(team)}`)
  })
}
