import { useEffect } from 'react'
import { later } from '../lazy.tsx'
import type { ConfirmProps } from './confirm-dialog.tsx'

const Dialog = later(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)

/** Fetches the dialog's code ahead to open it at once: on a screen whose actions ask first. */
export function usePreparedConfirm(): void {
  useEffect(Dialog.prepare, [])
}

/** Asks before something final; render it only while it asks. Without its code there is nothing to ask with. */
export const Confirm = (props: ConfirmProps) => <Dialog {...props} onMissing={props.onCancel} />
