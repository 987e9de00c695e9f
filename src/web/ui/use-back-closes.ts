import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

type Close = () => void

declare global {
  interface Window {
    /** Android's way back, where the browser hands it on (Chrome from 126 on). */
    CloseWatcher?: new () => { onclose: Close | null; destroy(): void }
  }
}

const watchLater = (router: AnyRouter | null, close: Close) => {
  let stop: Close | null = () => {}
  void import('./back-by-history.ts').then(
    ({ watchByHistory }) => {
      if (stop) stop = watchByHistory(router, close)
    },
    () => undefined,
  )
  return () => {
    stop?.()
    stop = null
  }
}

/** While open, the phone's way back closes a sheet or a dialog, and leaves the page under it. */
export function useBackCloses(close: Close) {
  // None around a dialog that is rendered alone.
  const router: AnyRouter | null = useRouter({ warn: false })
  const onClose = useEffectEvent(close)
  useEffect(() => {
    const closeThis = () => onClose()
    const { CloseWatcher } = window
    if (!CloseWatcher) return watchLater(router, closeThis)
    const watcher = new CloseWatcher()
    watcher.onclose = closeThis
    return () => watcher.destroy()
  }, [router])
}

/** Rendered while a sheet is open. */
export function BackCloses({ onBack }: { readonly onBack: Close }): null {
  useBackCloses(onBack)
  return null
}
