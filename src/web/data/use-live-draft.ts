import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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

const now = () => Date.now()

/** Keeps the draft's data up to date while the screen is mounted. */
export function useLiveDraft(): LiveDraft {
  const client = useQueryClient()
  const supervisor = useRef<Supervisor | null>(null)
  const [isDropped, setIsDropped] = useState(false)
  useEffect(() => {
    const started = watchDraft(client, { report: setIsDropped, now })
    supervisor.current = started
    return () => {
      started.stop()
      supervisor.current = null
    }
  }, [client])
  return { isDropped, wake: () => supervisor.current?.wake() }
}
