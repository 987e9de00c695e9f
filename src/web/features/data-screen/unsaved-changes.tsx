import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { holdUpdates } from '../../offline/updates.ts'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'

interface UnsavedChangesProps {
  readonly isDirty: boolean
  /** What would be lost. */
  readonly children: string
}

/**
 * While there are unsaved changes, leaving asks first and the app is not reloaded for a new version. By the history
 * itself: the router's `useBlocker` is three times as large, and Corrections has no room for it.
 */
export function UnsavedChanges({ isDirty, children }: UnsavedChangesProps) {
  const { history } = useRouter()
  const [question, setQuestion] = useState<{ readonly answer: (stays: boolean) => void } | null>(null)
  usePreparedConfirm()
  useEffect(() => {
    if (!isDirty) return
    const release = holdUpdates()
    const unblock = history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname &&
        new Promise((answer) => setQuestion({ answer })).finally(() => setQuestion(null)),
    })
    return () => {
      release()
      unblock()
    }
  }, [isDirty, history])
  return (
    question && (
      <Confirm
        title="Leave without saving?"
        confirmLabel="Leave"
        onConfirm={() => question.answer(false)}
        onCancel={() => question.answer(true)}
      >
        {children}
      </Confirm>
    )
  )
}
