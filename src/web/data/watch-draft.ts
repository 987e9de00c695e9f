import type { QueryClient } from '@tanstack/react-query'
import { openSockJs } from '../live/sockjs-channel.ts'
import { type Supervisor, superviseChannel } from '../live/supervisor.ts'
import { watchWaking } from '../live/waking.ts'
import { applyLiveMessage, isDraftTrue, refetchDraft } from './live-draft.ts'

interface Watching {
  /** The channel was given up for now, or works again. */
  readonly report: (dropped: boolean) => void
  readonly now: () => number
}

/** Keeps what a client shows of the draft true until it is stopped. */
export const watchDraft = (client: QueryClient, { report, now }: Watching): Supervisor => {
  const supervisor = superviseChannel({
    open: openSockJs,
    refetch: () => refetchDraft(client),
    isTrue: () => isDraftTrue(client),
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
