import { ECDH } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/push'
import type { Queries } from '../db/engine/database.ts'
import type { Asker } from '../http/admission.ts'
import { HttpError, unwrapOrThrow } from '../http/answers/http-error.ts'
import type { Context } from '../http/context.ts'
import { serveQuery } from '../http/serve.ts'
import { serveChange } from '../http/serve-change.ts'
import { lockAccount } from '../login/store/accounts.ts'
import { cannotPushTo } from './deliver.ts'
import * as store from './push.ts'
import { vapidKeys } from './push.ts'

const MOST_DEVICES = 10
const ALL: contract.PushKinds = { turn: true, next: true, start: true }

/** A guest of the league has no team, and nothing to wait for. */
function ownLogin({ login, memberId }: Asker<'member'>): { login: string; memberId: number } {
  if (login === null || memberId === null) throw new HttpError(403, 'FORBIDDEN')
  return { login, memberId }
}

/** Nothing could be encrypted for a key that is not a point of the curve. */
function checkKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
  } catch {
    throw new HttpError(400, 'BAD_REQUEST')
  }
}

export function registerPush(app: FastifyInstance, context: Context): void {
  const { env } = context
  const answer = async (queries: Queries, login: string) => ({
    publicKey: (await vapidKeys(queries)).publicKey,
    kinds: await store.findKinds(queries, login),
  })

  serveQuery(app, context, contract.getPush, { access: 'member' }, async (queries, { user }) =>
    answer(queries, ownLogin(user).login),
  )

  serveChange(app, context, contract.putPush, {
    access: 'member',
    record: () => 'switched on notifications for a device',
    // The number of the member's devices stays true.
    lock: async (queries, { user: { memberId } }) => {
      if (memberId !== null) await lockAccount(queries, memberId)
    },
    handle: async ({ queries, now, user, body: { kinds: requested, ...device } }) => {
      const { login, memberId } = ownLogin(user)
      unwrapOrThrow(cannotPushTo(device.endpoint, env.pushHosts))
      checkKey(device.p256dh)
      if ((await store.countOtherDevices(queries, memberId, login)) >= MOST_DEVICES) {
        throw new HttpError(409, 'PUSH_DEVICES_FULL')
      }
      const kinds = requested ?? (await store.findKinds(queries, login)) ?? ALL
      await store.saveDevice(queries, { login, ...device, kinds }, now)
      return answer(queries, login)
    },
  })

  serveChange(app, context, contract.patchPush, {
    access: 'member',
    record: () => 'changed what a device is notified of',
    handle: async ({ queries, user, body: kinds }) => {
      const { login } = ownLogin(user)
      if (!(await store.saveKinds(queries, login, kinds))) throw new HttpError(409, 'PUSH_OFF')
      return answer(queries, login)
    },
  })

  serveChange(app, context, contract.deletePush, {
    access: 'member',
    record: () => 'switched off notifications for a device',
    handle: async ({ queries, user }) => {
      await store.deleteDevice(queries, ownLogin(user).login)
      return { publicKey: (await vapidKeys(queries)).publicKey }
    },
  })
}
