import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { holdUpdates } from '../../offline/updates.ts'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'

/** While there are unsaved changes: leaving asks, and the page is not exchanged for a newer version. */
export function UnsavedChanges({ isDirty }: { readonly isDirty: boolean }) {
  usePreparedConfirm()
  useEffect(() => (isDirty ? holdUpdates() : undefined), [isDirty])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Confirm title="Leave without saving?" confirmLabel="Leave" onConfirm={proceed} onCancel={reset}>
      Your changes to the team's names are not saved and would be lost.
    </Confirm>
  )
}
