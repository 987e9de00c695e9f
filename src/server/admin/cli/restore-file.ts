import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { seasonName } from '#rules/calendar'
import { openDatabase } from '../../store/engine/open-database.ts'
import { countPasskeys } from '../../store/subjects/accounts.ts'
import { restoreBackup } from '../../store/subjects/restore.ts'
import { DRY_RUN } from '../jobs/file-of-job.ts'
import { JobRefusal } from '../jobs/job-context.ts'
import { findServer } from '../socket/ask-server.ts'
import type { Called } from './command.ts'

/** Lines of a compressed file; a file that cannot be read or unpacked ends them with an error. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8')
  // An error of either stream comes out of the loop below.
  pipeline(createReadStream(path), text).catch(() => {})
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

export async function restoreFile(path: string, { env, terminal, flags }: Called): Promise<void> {
  await access(path, constants.R_OK).catch(() => {
    throw new JobRefusal(`There is no file ${path} that can be read.`)
  })
  const server = env.databaseUrl ? null : await findServer(env.dataDir)
  if (server) {
    server.destroy()
    throw new JobRefusal(`A server is running on the data folder ${env.dataDir}; stop it first.`)
  }
  const engine = await openDatabase(env, { warn: (_, message) => terminal.warn(message) }, 'job')
  try {
    const dryRun = flags['dry-run'] === true
    const head = await restoreBackup(engine, linesOf(path), {
      replace: flags.replace === true,
      dryRun,
      report: (done, what) => terminal.progress(done, what),
    })
    const what = `"${head.league}", season ${seasonName(head.season)}, as of ${head.madeAt}`
    terminal.say(`${dryRun ? 'Would restore' : 'Restored'} ${what}, into ${engine.place}.`)
    if (dryRun) return terminal.say(DRY_RUN)
    if ((await engine.transaction((queries) => countPasskeys(queries))) > 0) {
      terminal.say(
        'Members log in with the passkeys they have, at the host name they made them for; at another one each needs a new invitation: npm run league -- invite USER',
      )
    }
  } finally {
    await engine.close()
  }
}
