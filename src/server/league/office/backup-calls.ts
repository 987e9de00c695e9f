import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BACKUP_PATH, getBackups } from '#contract/office-records'
import { leagueDay } from '#rules/calendar'
import { BACKUP_DOWNLOADED, latestBackups, makeBackup } from '../../db/backup/backup.ts'
import type { Database } from '../../db/engine/database.ts'
import { NoCopy, readCopy } from '../../db/engine/read-copy.ts'
import { admit, admitWithin, breakOffWith, inTurn } from '../../http/admission.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import { type Context, isOwner } from '../../http/context.ts'
import { sendHead } from '../../http/prepared.ts'
import { serve } from '../../http/serve.ts'
import { saveAudit } from '../audit.ts'
import { currentLeague } from '../league.ts'

/** A download is a read, which other sites could have a browser make. */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new HttpError(403, 'CROSS_SITE')
}

/** No request waits for the reading: an embedded database that is served is read in a copy, a server in a snapshot. */
export async function readAside<T>(
  { database, readiness }: Context,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  const { dataDir } = database
  if (dataDir === null || !readiness.ready) return read(database)
  try {
    return await readCopy(dataDir, read)
  } catch (error) {
    throw error instanceof NoCopy ? new HttpError(409, error.code) : error
  }
}

export function registerBackup(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  const today = async () => {
    const { timeZone } = (await database.transaction(currentLeague)).constants
    return leagueDay(clock().getTime(), timeZone)
  }

  serve(app, context, getBackups, { access: 'admin' }, async () => ({
    backups: await database.transaction(latestBackups),
    day: await today(),
  }))

  app.get(BACKUP_PATH, async (request, reply) => {
    refuseOtherSites(request)
    const access = 'admin' as const
    const user = await admit(context, request, access)
    const place = `pool-${await today()}.backup`
    const file = () => reply.header('content-disposition', `attachment; filename="${place}"`).type('application/gzip')
    if (request.method === 'HEAD') return sendHead(file())
    const admitted = { request, reply, access, user }
    const bytes = await inTurn(context, admitted, async (asker, right) => {
      // Not made on without the right to it.
      const backup = await readAside(context, (read) => makeBackup(read, clock(), () => right.throwIfAborted()))
      // Where a command writes it to is known, and noted, when it is written.
      if (isOwner(asker)) return backup
      await database.transaction(async (queries) => {
        const { memberId, subject, name } = await admitWithin(context, queries, asker, access)
        await saveAudit(queries, {
          at: clock(),
          memberId,
          subject,
          method: request.method,
          call: BACKUP_DOWNLOADED,
          params: { by: name, place: `downloaded as ${place}`, bytes: backup.length },
        })
      })
      await breakOffWith(context, admitted, right)
      return backup
    })
    return file().send(bytes)
  })
}
