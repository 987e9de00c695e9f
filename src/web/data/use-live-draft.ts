import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { openSockJs } from '../live/sockjs-channel.ts'
import { type Supervisor, superviseChannel, watchWaking } from '../live/supervisor.ts'
import { observable } from '../offline/observable.ts'
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

/** One channel, however many parts of the app are kept up to date by it. */
let channel: Supervisor | null = null
let holders = 0
const lost = observable(false)

const hold = (client: QueryClient) => {
  holders += 1
  channel ??= watchDraft(client, { report: lost.set, now: () => Date.now() })
  return () => {
    holders -= 1
    if (holders > 0) return
    channel?.stop()
    channel = null
    lost.set(false)
  }
}

/** Keeps the draft's data up to date while the part is mounted. */
export function useLiveDraft(): LiveDraft {
  const client = useQueryClient()
  const online = useOnline()
  const isLost = useSyncExternalStore(lost.subscribe, lost.get)
  useEffect(() => hold(client), [client])
  return { isLost: isLost || !online, wake: () => channel?.wake() }
}
