import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BACKUP_PATH, getBackups } from '#contract/office-records'
import { leagueDay } from '#rules/calendar'
import { HttpError } from '../../answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { admit, serve } from '../../http/serve.ts'
import { copyDatabase, NoCopy, readCopy } from '../../store/engine/read-copy.ts'
import { saveAudit } from '../../store/subjects/audit.ts'
import { makeBackup } from '../../store/subjects/backup.ts'
import { BACKUP_DOWNLOADED, latestBackups } from '../../store/subjects/backup-notes.ts'
import { currentLeague } from '../../store/subjects/league.ts'

/** A download is a read, which other sites could have a browser make. */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new HttpError(403, 'CROSS_SITE')
}

/** Nobody waits for it: an embedded database is read in a copy, a server in a snapshot. */
async function backupOf({ database, clock }: Context): Promise<Buffer> {
  const { dataDir } = database
  const madeAt = clock()
  if (dataDir === null) return makeBackup(database, madeAt, () => {})
  try {
    return await readCopy(
      dataDir,
      () => copyDatabase(dataDir),
      async (copy) => {
        try {
          return await makeBackup(copy, madeAt, () => {})
        } finally {
          await copy.close()
        }
      },
    )
  } catch (error) {
    throw error instanceof NoCopy ? new HttpError(409, error.code) : error
  }
}

export function registerBackup(app: FastifyInstance, context: Context): void {
  const { database, clock, loginLimits } = context

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
    const user = await admit(context, request, 'admin')
    const place = `pool-${await today()}.backup`
    const bytes = await loginLimits.inTurn(user.subject, () => backupOf(context))
    await database.transaction((queries) =>
      saveAudit(queries, {
        at: clock(),
        memberId: user.memberId,
        subject: user.subject,
        method: request.method,
        call: BACKUP_DOWNLOADED,
        params: { by: user.name, place: `downloaded as ${place}`, bytes: bytes.length },
      }),
    )
    return reply.header('content-disposition', `attachment; filename="${place}"`).type('application/gzip').send(bytes)
  })
}
