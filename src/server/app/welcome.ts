import { databaseFolder } from '../db/engine/data-folder.ts'
import type { Context } from '../http/context.ts'
import { findLeague, isOwnLeague } from '../league/league.ts'
import { demoMembers } from '../login/store/identity.ts'

/** What each may do, by user name, as the demo's login page lists them with all others. */
const LOGINS: Readonly<Record<string, string>> = {
  admin: 'administers the league',
  premium: 'has the extra views',
  member: 'has a team',
  newcomer: 'has no team',
}

/** The last lines of a start: where it is and, of a demo, how to get in, to stop and to start over. */
export async function welcome({ database, env, login }: Context): Promise<string[]> {
  const ready = `Hockey Pool is ready at ${env.publicUrl}`
  const { league, members } = await database.transaction(async (queries) => ({
    league: await findLeague(queries),
    members: await demoMembers(queries),
  }))
  if (!league || isOwnLeague(league) || login !== 'trial') return [ready]
  const logins = members.flatMap(({ userName }) => {
    const what = LOGINS[userName]
    return what === undefined ? [] : [`${userName} (${what})`]
  })
  const place = env.databaseUrl
    ? 'the tables in the database of DATABASE_URL'
    : `the folder ${databaseFolder(env.dataDir)}`
  return [
    ready,
    `Log in, without a password, as ${new Intl.ListFormat('en', { type: 'disjunction' }).format(logins)}.`,
    'To stop: Ctrl+C.',
    `To start over: stop, delete ${place}, and start again.`,
  ]
}
