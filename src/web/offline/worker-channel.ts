import { useSyncExternalStore } from 'react'
import { observable } from './observable.ts'
import { activeWorker, reportStorageTrouble } from './readiness.ts'
import { readFromWorker, type ToWorker } from './worker-messages.ts'

/** How far the first filling of the offline store has come; null when none is under way. */
interface WarmUp {
  readonly done: number
  readonly total: number
}

const warmUp = observable<WarmUp | null>(null)
export const useWarmUp = (): WarmUp | null => useSyncExternalStore(warmUp.subscribe, warmUp.get)

/** To the active worker, whether or not it controls this page yet. Without one nothing happens. */
export const postToWorker = async (message: ToWorker): Promise<void> => {
  const registration = await activeWorker()
  registration?.active?.postMessage(message)
}

export const listenToWorker = (): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', (event) => {
    const message = readFromWorker(event.data)
    if (message?.type === 'storage-trouble') reportStorageTrouble(message.trouble)
    if (message?.type !== 'warm-up-progress' || !message.first) return
    warmUp.set(message.done < message.total ? { done: message.done, total: message.total } : null)
  })
}
