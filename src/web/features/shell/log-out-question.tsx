import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { plural } from '#rules/words'
import { logOut } from '../../data/session.ts'
import { observable } from '../../offline/observable.ts'
import { hasUnsavedChanges } from '../../offline/updates.ts'
import { countPendingChanges, getOutboxRows } from '../../outbox/outbox-rows.ts'
import { isStuck } from '../../outbox/row.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'

/** Cart changes that a logout would lose. */
interface PendingChanges {
  readonly pending: number
  /** Refused or expired, and left to the member to retry or discard. */
  readonly givenUp: number
}

/** The changes that are left once the outbox has been read or sent; right after a launch it has not been read yet. */
const pendingAfter = async (step: 'show' | 'flush', client: QueryClient): Promise<PendingChanges> => {
  const { outboxOf } = await import('../../data/outbox.ts')
  await outboxOf(client)[step]()
  return { pending: countPendingChanges(), givenUp: getOutboxRows().filter(isStuck).length }
}

/** What logging out would lose: a form's changes, or cart changes that have not been sent. */
const question = observable<'unsaved' | PendingChanges | null>(null)

const leaveForm = async (client: QueryClient): Promise<void> => {
  const found = await pendingAfter('show', client).catch(() => null)
  if (found && found.pending > 0) question.set(found)
  else await logOut()
}

/** Logs out, after asking where changes would be lost with it. */
export const leave = async (client: QueryClient): Promise<void> =>
  hasUnsavedChanges() ? question.set('unsaved') : leaveForm(client)

const changes = (count: number) => plural(count, 'cart change')

/** The result of "Send now", if anything is left. */
const outcomeOf = ({ pending, givenUp }: PendingChanges): string =>
  pending > 0
    ? `${changes(pending)} could not be sent. Stay logged in to have it sent later.`
    : `${changes(givenUp)} could not be carried out. See the shopping cart.`

export function LogOutQuestion() {
  const client = useQueryClient()
  const router = useRouter()
  const open = useSyncExternalStore(question.subscribe, question.get)
  const [isBusy, setIsBusy] = useState(false)
  const [tried, setTried] = useState<PendingChanges | null>(null)
  // Tests mount one app after another: the question goes with its app.
  useEffect(() => () => question.set(null), [])
  if (!open) return null

  const close = () => {
    setTried(null)
    question.set(null)
  }
  if (open === 'unsaved') {
    const goOn = async () => {
      close()
      // The form goes first: it would ask once more when the page is left, after everything has been cleared.
      await router.navigate({ to: '/', ignoreBlocker: true })
      await leaveForm(client)
    }
    return (
      <Confirm title="Log out" confirmLabel="Log out" onConfirm={() => void goOn()} onCancel={close}>
        Your changes are not saved and would be lost.
      </Confirm>
    )
  }
  const discard = () => {
    close()
    void logOut()
  }
  const send = async () => {
    setIsBusy(true)
    const left = await pendingAfter('flush', client).catch(() => open)
    setIsBusy(false)
    if (left.pending === 0 && left.givenUp === 0) discard()
    else setTried(left)
  }
  const waits = open.pending === 1 ? 'has' : 'have'
  return (
    <Confirm
      title="Log out"
      confirmLabel="Send now"
      isBusy={isBusy}
      onConfirm={() => void send()}
      other={{ label: 'Discard and log out', onChoose: discard }}
      onCancel={close}
    >
      {tried ? outcomeOf(tried) : `${changes(open.pending)} ${waits} not been sent yet. Send now, or discard?`}
    </Confirm>
  )
}
