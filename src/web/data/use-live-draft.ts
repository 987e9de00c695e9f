import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Supervisor } from '../live/supervisor.ts'
import { watchDraft } from './watch-draft.ts'

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
    const started = watchDraft(client, { report: setIsDropped, now })
    supervisor.current = started
    return () => {
      started.stop()
      supervisor.current = null
    }
  }, [client])
  return { isDropped, wake: () => supervisor.current?.wake() }
}
