import type { Adapter } from 'oidc-provider'
import type { Database } from '../../store/engine/database.ts'
import * as records from '../../store/subjects/identity-records.ts'

/** The embedded provider's memory in SQL: it survives a restart, and several processes share it. */
export const sqlAdapter =
  (database: Database, clock: () => Date) =>
  (kind: string): Adapter => ({
    upsert: (id, payload, expiresIn) => {
      const now = clock()
      const expiresAt = expiresIn === undefined ? null : new Date(now.getTime() + expiresIn * 1000)
      return database.transaction((queries) => records.saveRecord(queries, kind, id, payload, { now, expiresAt }))
    },
    find: (id) => database.transaction((queries) => records.findRecord(queries, kind, id, clock())),
    findByUid: (uid) => database.transaction((queries) => records.findRecordByUid(queries, kind, uid, clock())),
    // User codes belong to the device flow, which is off.
    findByUserCode: async () => undefined,
    consume: (id) => {
      const seconds = Math.floor(clock().getTime() / 1000)
      return database.transaction((queries) => records.consumeRecord(queries, kind, id, seconds))
    },
    destroy: (id) => database.transaction((queries) => records.deleteRecord(queries, kind, id)),
    revokeByGrantId: (grantId) => database.transaction((queries) => records.deleteGrant(queries, kind, grantId)),
  })
