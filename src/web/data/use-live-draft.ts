import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { openSockJs } from '../live/sockjs-channel.ts'
import { type Supervisor, superviseChannel } from '../live/supervisor.ts'
import { onWaking } from '../live/waking.ts'
import { applyLiveMessage, refetchDraft } from './live-draft.ts'

export interface LiveDraft {
  /** The channel was given up for now; the board is polled. */
  readonly isDropped: boolean
  /** Begins anew at once. */
  readonly wake: () => void
}

const now = () => Date.now()

/** Keeps what is on screen of the draft true, for as long as the screen is shown. */
export function useLiveDraft(): LiveDraft {
  const client = useQueryClient()
  const supervisor = useRef<Supervisor | null>(null)
  const [isDropped, setIsDropped] = useState(false)
  useEffect(() => {
    const started = superviseChannel({
      open: openSockJs,
      refetch: () => refetchDraft(client),
      apply: (text) => applyLiveMessage(client, text),
      report: setIsDropped,
      isVisible: () => document.visibilityState === 'visible',
      now,
    })
    supervisor.current = started
    const stopWatching = onWaking(started.wake, now)
    return () => {
      stopWatching()
      started.stop()
      supervisor.current = null
    }
  }, [client])
  return { isDropped, wake: () => supervisor.current?.wake() }
}
