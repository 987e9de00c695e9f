import { useEffect, useState } from 'react'
import type { ConfirmDialog, ConfirmProps } from './confirm-dialog.tsx'

let dialog: typeof ConfirmDialog | null = null
const load = async () => {
  dialog = (await import('./confirm-dialog.tsx')).ConfirmDialog
  return dialog
}

/** Fetches the dialog's code ahead to open it at once: on a screen whose actions ask first. */
export function usePreparedConfirm(): void {
  useEffect(() => void load().catch(() => undefined), [])
}

/** Asks before something final; render it only while it asks. */
export function Confirm(props: ConfirmProps) {
  const [Dialog, setDialog] = useState(() => dialog)
  const { onCancel } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; without its code there is nothing to ask with
  useEffect(() => {
    if (!Dialog) void load().then((loaded) => setDialog(() => loaded), onCancel)
  }, [])
  return Dialog && <Dialog {...props} />
}
