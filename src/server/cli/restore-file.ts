import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { seasonName } from '#rules/calendar'
import { listed, plural } from '#rules/words'
import { type CheckedBackup, checkBackup } from '../db/backup/check-backup.ts'
import { type Revived, refuseLeagueThere, restoreBackup } from '../db/backup/restore.ts'
import { databaseFolder, folderPlace, hasMoved, markMoved } from '../db/engine/data-folder.ts'
import type { Engine } from '../db/engine/database.ts'
import { isUnmade } from '../db/migrate.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import { type Called, isDry, Refused, sayDone } from './command.ts'
import { findServer, refuseOthers, withDatabase } from './connect.ts'
import { readBackupFile } from './files.ts'

const WITHOUT_SUM = 'It has no checksum, as older versions made none: changed figures would not show.'

const describe = ({ head }: CheckedBackup): string =>
  `"${head.league}", season ${seasonName(head.season)}, as of ${head.madeAt}`

/** Reads the whole file, and shows what it holds. */
export async function checkFile(path: string, { terminal }: Pick<Called, 'terminal'>): Promise<CheckedBackup> {
  const backup = await checkBackup(await readBackupFile(path))
  const { head, rows, hasSum } = backup
  terminal.say(
    `${path} is whole: ${describe(backup)}; made by ${head.version ? `version ${head.version}` : 'an older version'}, ${plural(head.tables.length, 'table')}, ${plural(rows, 'row')}.`,
  )
  if (!hasSum) terminal.say(WITHOUT_SUM)
  return backup
}

export async function restoreFile(path: string, called: Called): Promise<void> {
  const { env, terminal, flags } = called
  const options = { replace: flags.replace === true, report: terminal.progress.bind(terminal) }
  const backup = isDry(called) ? await checkFile(path, called) : await checkBackup(await readBackupFile(path))
  if ((await findServer(called)) !== null) {
    throw new Refused(`A server is running on the data folder ${env.dataDir}; stop it first.`)
  }
  if (isDry(called)) {
    // Opening an embedded database would make it.
    const isUnmade = !env.databaseUrl && !existsSync(databaseFolder(env.dataDir))
    const place = isUnmade
      ? folderPlace(env.dataDir)
      : await withDatabase(called, async (engine) => {
          terminal.about(engine.place)
          await refuseLeagueThere(engine, options)
          return engine.place
        })
    return sayDone(called, `Would restore it into ${place}.`)
  }
  await orNothing(env, () =>
    withDatabase(called, async (engine) => {
      terminal.about(engine.place)
      const revived = await restoreBackup(engine, backup, options)
      terminal.say(`Restored ${describe(backup)}, into ${engine.place}.`)
      for (const line of sentencesOf(revived, backup.head.madeAt.slice(0, 10))) terminal.say(line)
    }),
  )
  if (env.databaseUrl) await markOldFolder(backup, called)
}

/** The folder that the league comes from, if it is the one of DATA_DIR, serves it no longer. */
async function markOldFolder({ head }: CheckedBackup, called: Called): Promise<void> {
  const { env, terminal, clock } = called
  if (!existsSync(databaseFolder(env.dataDir)) || hasMoved(env.dataDir)) return
  const old = { ...called, env: { ...env, databaseUrl: null } }
  try {
    refuseOthers(old)
    if (!(await withDatabase(old, (engine) => holdsLeague(engine, head)))) return
    markMoved(env.dataDir, clock())
    terminal.say(`Marked the league in ${env.dataDir} as moved: the server and commands need DATABASE_URL from now on.`)
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    terminal.warn(`The league in ${env.dataDir} is not marked as moved. ${error.message}`)
  }
}

/** Whatever version has made it: only columns of the first one are read. */
async function holdsLeague(engine: Engine, { league, season }: CheckedBackup['head']): Promise<boolean> {
  if (await isUnmade(engine)) return false
  const { rows } = await engine.statement((queries) =>
    queries.execute<{ name: string; season: number }>(sql`select name, season_id as season from league`),
  )
  return rows.some((row) => row.name === league && row.season === season)
}

/** A new embedded database goes again if it gets no league. */
async function orNothing({ databaseUrl, dataDir }: Called['env'], work: () => Promise<void>): Promise<void> {
  const folder = databaseFolder(dataDir)
  const isNew = !databaseUrl && !existsSync(folder)
  const isNewFolder = isNew && !existsSync(dataDir)
  try {
    await work()
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true })
    if (isNewFolder) await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

function sentencesOf({ passkeys, members, admins, invitations }: Revived, day: string): string[] {
  const [are, admin] = [
    members.length === 1 ? 'is a member' : 'are members',
    admins.length === 1 ? 'is an admin' : 'are admins',
  ]
  return [
    ...(members.length > 0 ? [`${listed(members)} ${are} again.`] : []),
    ...(admins.length > 0 ? [`${listed(admins)} ${admin} again.`] : []),
    ...(invitations.length > 0
      ? [`Open invitations of ${listed(invitations)} have ended. Make new ones: npm run league -- invite USER`]
      : []),
    ...(passkeys.length > 0
      ? [
          `Passkeys of ${listed(passkeys)} as of ${day} are valid again, at the host name they were made for. At another host name, or if a phone was lost since: npm run league -- invite USER --lost`,
        ]
      : []),
  ]
}
