import type { QueryClient } from '@tanstack/react-query'
import { addToCart, emptyCart, getCart, removeFromCart } from '#contract/trading'
import { getUser, saysNobody, type User } from '#contract/user'
import { type Outcome, outcomeOf } from '../offline/outbox/outcome.ts'
import { createPageOutbox, type PageOutbox } from '../offline/outbox/page-outbox.ts'
import type { OutboxRow } from '../offline/outbox/row.ts'
import { exclusively } from '../offline/outbox/senders.ts'
import { currentOwner, formerOwnerOf, ownerOf } from '../offline/owner.ts'
import { reportStorageTrouble } from '../offline/storage-trouble.ts'
import { createStoreAccess } from '../offline/store-access.ts'
import { CallError } from './call-error.ts'
import { request, requestPatiently } from './client.ts'
import { cart } from './trading.ts'
import { currentUser } from './user.ts'

const ask = ({ id, teamId, change }: OutboxRow): Promise<unknown> => {
  if (change.kind === 'empty') return request(emptyCart, { params: { teamId }, idempotencyKey: id })
  const params = { teamId, playerId: change.player.playerId }
  if (change.kind === 'remove') return request(removeFromCart, { params, idempotencyKey: id })
  const action = change.action === 'BUY' ? 'buy' : 'sell'
  return request(addToCart, { params, query: { action }, idempotencyKey: id })
}

const send = async (row: OutboxRow): Promise<Outcome> => {
  try {
    await ask(row)
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof CallError)) return { kind: 'again', lost: true, afterMs: null }
    const { status, code, message, retryAfterMs, kind } = error
    // An answer of an unexpected shape: the cart will show whether the change was made.
    if (kind === 'schema' || kind === 'network') return { kind: 'again', lost: true, afterMs: retryAfterMs }
    return outcomeOf({ status, refusal: { code, sentence: message }, retryAfterMs })
  }
}

const readCart = (teamId: number) => request(getCart, { params: { teamId } }).catch(() => null)

const loadStore = () => import('../offline/outbox/outbox-store.ts')

const makeOutbox = (client: QueryClient): PageOutbox =>
  createPageOutbox({
    access: createStoreAccess({
      load: loadStore,
      open: async () => (await loadStore()).openOutboxStore(),
      recreate: async () => (await loadStore()).recreateOutbox(),
      report: reportStorageTrouble,
    }),
    now: () => Date.now(),
    chance: () => Math.random(),
    exclusively,
    send,
    readCart,
    session: async () => {
      let user: User | null = null
      try {
        user = await requestPatiently(getUser, {})
      } catch (error) {
        if (!(error instanceof CallError && saysNobody(error.status))) return undefined
      }
      const owner = user && ownerOf(user)
      // The screen belongs to somebody else: it finds out before anything is sent on their behalf.
      if (owner !== currentOwner()) await client.invalidateQueries({ queryKey: currentUser().queryKey })
      return user && owner !== null ? { owner, former: formerOwnerOf(user) } : null
    },
    refreshCart: async (teamId) => {
      const { queryKey } = cart(teamId)
      // A request from before the change must not overwrite this one.
      await client.cancelQueries({ queryKey })
      return await client.fetchQuery({ ...cart(teamId), staleTime: 0 }).then(
        () => true,
        () => false,
      )
    },
  })

const outboxes = new WeakMap<QueryClient, PageOutbox>()

/** The page's outbox, one per query client. */
export const outboxOf = (client: QueryClient): PageOutbox => {
  const known = outboxes.get(client) ?? makeOutbox(client)
  outboxes.set(client, known)
  return known
}
