import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openSockJs } from '../live/sockjs-channel.ts'
import { type Supervisor, superviseChannel } from '../live/supervisor.ts'
import { watchWaking } from '../live/waking.ts'
import { applyLiveMessage, isDraftCurrent, refetchDraft } from './live-draft.ts'

interface WatchOptions {
  /** Whether the channel was given up for now; false when it works again. */
  readonly report: (dropped: boolean) => void
  readonly now: () => number
}

/** Keeps a client's draft data up to date until it is stopped. */
export const watchDraft = (client: QueryClient, { report, now }: WatchOptions): Supervisor => {
  const supervisor = superviseChannel({
    open: openSockJs,
    refetch: () => refetchDraft(client),
    isCurrent: () => isDraftCurrent(client),
    apply: (text) => applyLiveMessage(client, text),
    report,
    isVisible: () => document.visibilityState === 'visible',
    now,
  })
  const stopWatching = watchWaking(supervisor, now)
  return {
    ...supervisor,
    stop() {
      stopWatching()
      supervisor.stop()
    },
  }
}

export interface LiveDraft {
  /** The channel was given up for now; the board is polled. */
  readonly isDropped: boolean
  /** Reconnects and refetches at once. */
  readonly wake: () => void
}

interface Shared {
  readonly supervisor: Supervisor
  /** Called with what `isDropped` is now, by whoever holds the channel. */
  readonly holders: Set<(isDropped: boolean) => void>
}

/** By client: one channel, however many parts of the app are kept up to date by it. */
const channels = new WeakMap<QueryClient, Shared>()

const now = () => Date.now()

const open = (client: QueryClient): Shared => {
  const holders: Shared['holders'] = new Set()
  const report = (isDropped: boolean) => {
    for (const tell of holders) tell(isDropped)
  }
  const shared = { supervisor: watchDraft(client, { report, now }), holders }
  channels.set(client, shared)
  return shared
}

/** Keeps the draft's data up to date while the part is mounted. */
export function useLiveDraft(): LiveDraft {
  const client = useQueryClient()
  const [isDropped, setIsDropped] = useState(false)
  useEffect(() => {
    const shared = channels.get(client) ?? open(client)
    shared.holders.add(setIsDropped)
    setIsDropped(shared.supervisor.isDropped())
    return () => {
      shared.holders.delete(setIsDropped)
      if (shared.holders.size > 0) return
      shared.supervisor.stop()
      channels.delete(client)
    }
  }, [client])
  return { isDropped, wake: () => channels.get(client)?.supervisor.wake() }
}
