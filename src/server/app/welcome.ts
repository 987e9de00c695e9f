import { existsSync } from 'node:fs'
import { listed } from '#rules/words'
import { databaseFolder, hasMoved } from '../db/engine/data-folder.ts'
import type { Context } from '../http/context.ts'
import { missingOfBuild } from '../http/static-files.ts'
import { findLeague, isOwnLeague } from '../league/league.ts'
import { demoMembers } from '../login/store/identity.ts'
import type { Env } from '../settings/env.ts'
import { type Login, whyNoPasskeys } from '../settings/login.ts'
import { webFolder } from '../settings/places.ts'
import { isLocalHost } from '../settings/variables.ts'

/** Settings that are allowed, but that the operator should know about. */
export async function startWarnings(env: Env, login: Login, web: string = webFolder): Promise<string[]> {
  const warnings: string[] = []
  const [missing] = await missingOfBuild(web)
  if (missing) {
    warnings.push(
      missing === 'index.html'
        ? `There is no built app in ${web}, so no pages can be shown. Build it: npm run build`
        : `The built app in ${web} is incomplete, ${missing} is missing. Build it again: npm run build`,
    )
  }
  if (env.trustProxy === true) {
    warnings.push(
      'TRUST_PROXY=true believes any address that a client claims to have, so limits by address do not hold. Name the proxies instead: loopback, their addresses or their number.',
    )
  }
  const without = whyNoPasskeys(env.publicUrl)
  if (login === 'accounts' && without !== null) {
    warnings.push(
      `${without} No one can log in: set PUBLIC_URL to https with a host name, or to http://localhost on this machine.`,
    )
  }
  if (login === 'trial' && !(isLocalHost(env.host) && isLocalHost(new URL(env.publicUrl).hostname))) {
    warnings.push(
      'The demo login has no passwords, and this server can be reached from other machines: anyone who reaches it can act as any member.',
    )
  }
  if (env.databaseUrl !== null && existsSync(databaseFolder(env.dataDir)) && !hasMoved(env.dataDir)) {
    warnings.push(
      `There is a database in ${databaseFolder(env.dataDir)} too, which this server does not use. Commands without DATABASE_URL use that one: set DATABASE_URL for them as well.`,
    )
  }
  return warnings
}

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
    `Log in, without a password, as ${listed(logins, 'or')}.`,
    'To stop: Ctrl+C.',
    `To start over: stop, delete ${place}, and start again.`,
  ]
}
