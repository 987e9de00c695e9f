import { useSyncExternalStore } from 'react'
import { observable } from './observable.ts'
import { goOnWithoutWorker, reportStorageTrouble } from './readiness.ts'
import type { UpdateFlow } from './update-flow.ts'

let flow: UpdateFlow | null = null
const waiting = observable(false)
let holds = 0

/** Holds updates back while a form has unsaved changes. Returns the release. */
export const holdUpdates = (): (() => void) => {
  holds += 1
  let held = true
  return () => {
    if (held) holds -= 1
    held = false
  }
}

/** Whether a form on the screen has changes that would be lost with it. */
export const hasUnsavedChanges = (): boolean => holds > 0

/** Whether a new version waits for the member's approval. */
export const useUpdateWaiting = (): boolean => useSyncExternalStore(waiting.subscribe, waiting.get)

export const applyUpdate = (): void => flow?.apply()

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

const register = async (isSending: () => boolean): Promise<void> => {
  // Some kilobytes that the first frame does without.
  const { registerWorker } = await import('./update-flow.ts')
  await registerWorker(
    () => holds > 0 || isSending() || hasDialog(),
    (updates) => {
      flow = updates
      updates.waiting.subscribe(() => waiting.set(updates.waiting.get()))
    },
  )
}

/** Registers the worker and checks for new versions. The development server has no worker. */
export const startUpdates = ({ isSending }: { readonly isSending: () => boolean }): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) {
    goOnWithoutWorker()
    return
  }
  // A browser that refuses workers (a private window, a full disk) still has a working app.
  void register(isSending).catch((error: unknown) => {
    // The browsers name what they refuse; a script that could not be fetched is a TypeError, and an earlier worker
    // may be there.
    if (!(error instanceof DOMException || String(error).includes('ServiceWorker'))) return
    reportStorageTrouble('unsaved')
    goOnWithoutWorker()
  })
}
