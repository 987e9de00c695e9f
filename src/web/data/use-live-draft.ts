import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openSockJs } from '../live/sockjs-channel.ts'
import { type Supervisor, superviseChannel, watchWaking } from '../live/supervisor.ts'
import { applyLiveMessage, isDraftCurrent, refetchDraft } from './live-draft.ts'
import { useOnline } from './use-online.ts'

interface WatchOptions {
  /** Whether there are no live updates for now; false when they are back. */
  readonly report: (lost: boolean) => void
  readonly now: () => number
}

/** Keeps a client's draft data up to date until it is stopped. */
export const watchDraft = (client: QueryClient, { report, now }: WatchOptions): Supervisor => {
  const supervisor = superviseChannel({
    open: openSockJs,
    refetch: () => refetchDraft(client),
    isCurrent: () => isDraftCurrent(client),
    apply: (text) => applyLiveMessage(client, text),
    report: (isLost) => {
      report(isLost)
      // Shows whether it is the channel alone or the whole connection, without which nothing can be drafted.
      if (isLost) void refetchDraft(client)
    },
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

interface LiveDraft {
  /** There are no live updates for now: the channel is lost, or the whole connection. */
  readonly isLost: boolean
  /** Reconnects and refetches at once. */
  readonly wake: () => void
}

interface Shared {
  readonly supervisor: Supervisor
  /** Of those that hold the channel: called when it is lost, and when it is back. */
  readonly holders: Set<(isLost: boolean) => void>
}

/** By client: one channel, however many parts of the app are kept up to date by it. */
const channels = new WeakMap<QueryClient, Shared>()

const now = () => Date.now()

const open = (client: QueryClient): Shared => {
  const holders: Shared['holders'] = new Set()
  const report = (isLost: boolean) => {
    for (const tell of holders) tell(isLost)
  }
  const shared = { supervisor: watchDraft(client, { report, now }), holders }
  channels.set(client, shared)
  return shared
}

/** Keeps the draft's data up to date while the part is mounted. */
export function useLiveDraft(): LiveDraft {
  const client = useQueryClient()
  const online = useOnline()
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    const shared = channels.get(client) ?? open(client)
    shared.holders.add(setIsLost)
    setIsLost(shared.supervisor.isLost())
    return () => {
      shared.holders.delete(setIsLost)
      if (shared.holders.size > 0) return
      shared.supervisor.stop()
      channels.delete(client)
    }
  }, [client])
  return { isLost: isLost || !online, wake: () => channels.get(client)?.supervisor.wake() }
}
