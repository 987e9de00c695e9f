import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/user'
import { AT_REST_MS } from './at-rest.ts'
import { isSessionEnding } from './ending-session.ts'
import { thawGlance } from './glance.ts'
import { currentOwner, formerOwnerOf, ownerOf, setCurrentOwner } from './owner.ts'
import { purge } from './purge.ts'
import { clearSnapshots } from './snapshots.ts'
import { tellWorker } from './worker-channel.ts'

const isOwn = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'user' }

const tellOwner = async (owner: string, former: string | null, isNew: boolean): Promise<void> => {
  await tellWorker({ type: 'set-owner', owner, former })
  await new Promise((resolve) => setTimeout(resolve, AT_REST_MS))
  await tellWorker({ type: 'warm-up', always: isNew })
}

/** The server said who we are: what belonged to anyone else is gone before this resolves. */
export const confirmOwner = async (client: QueryClient, user: User | null): Promise<void> => {
  // An answer from before the logout changes nothing any more.
  if (user && isSessionEnding()) return
  const before = currentOwner()
  const now = user && ownerOf(user)
  const former = user && formerOwnerOf(user)
  const isOther = before !== null && before !== now && before !== former
  if (isOther) {
    await purge(client)
  } else if (now === null) {
    // Nothing of anyone is in memory; rows of a forgotten session may still be stored.
    void tellWorker({ type: 'purge' }).catch(() => undefined)
    if (user) await clearSnapshots()
  }
  if (now !== null) {
    setCurrentOwner(now, former)
    thawGlance()
    void tellOwner(now, former, before !== now).catch(() => undefined)
  }
  if (user && isOther) void client.refetchQueries({ type: 'active', ...isOwn })
}
