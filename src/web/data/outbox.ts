import type { QueryClient } from '@tanstack/react-query'
import { currentOwner } from '../offline/owner.ts'
import { reportStorageTrouble } from '../offline/readiness.ts'
import { createStoreAccess } from '../offline/store-access.ts'
import { exclusively } from '../outbox/flusher.ts'
import { createPageOutbox, type PageOutbox } from '../outbox/page-outbox.ts'
import { cart } from './league.ts'
import { currentUser } from './user.ts'

const loadStore = () => import('../outbox/outbox-store.ts')

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
    // The screen belongs to somebody else: it finds out before anything is sent on their behalf.
    identified: async (owner) => {
      if (owner !== currentOwner()) await client.invalidateQueries({ queryKey: currentUser().queryKey })
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
