import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { POLL_EVERY_MS, readMessage, unreadMessage } from '../../data/message.ts'
import { useQueryCache } from '../../data/query-client.ts'
import { useScreenAge } from '../../data/screen-age.ts'
import { useOnline } from '../../data/use-online.ts'
import { currentUser, useFeature } from '../../data/user.ts'
import { unendedSession } from '../../net/session-state.ts'
import { useInstall } from '../../offline/install.ts'
import { dismissStorageTrouble, useOfflineReady, useStorageTrouble } from '../../offline/readiness.ts'
import { applyUpdate, useUpdateWaiting } from '../../offline/updates.ts'
import { focusPage } from '../../paint/page.ts'
import { CloseButton } from '../../ui/notice.tsx'
import { asOfText } from '../../ui/time/relative-time.ts'
import './status-lines.css'

/** An admin's message to all members, until it is read. */
const MessageLine = () => {
  const { data } = useQuery({ ...unreadMessage(), enabled: useFeature('message'), refetchInterval: POLL_EVERY_MS })
  const read = useMutation(readMessage())
  const message = data?.message
  if (!message) return null
  return (
    <section className="beside line message-line" aria-label="Message to all members">
      <p>
        {message.by && <strong>{message.by}: </strong>}
        {message.words}
      </p>
      <button
        className="text-button"
        type="button"
        onClick={() => {
          read.mutate(message.id)
          focusPage()
        }}
      >
        Got it
      </button>
    </section>
  )
}

const shownBy = (client: QueryClient) =>
  client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state)
    .filter(({ data }) => data !== undefined && data !== null)

/**
 * When this screen's data was fetched (ms), 0 without any, and whether some of it could not be renewed. The banner's age,
 * or where there is no banner that of the oldest data.
 */
const useAge = (): { readonly fetchedAt: number; readonly failed: boolean } => {
  const ofBanner = useScreenAge()
  const oldest = useQueryCache((client) => Math.min(...shownBy(client).map(({ dataUpdatedAt }) => dataUpdatedAt)))
  const failed = useQueryCache((client) => shownBy(client).some(({ error }) => error !== null))
  return { fetchedAt: ofBanner || (Number.isFinite(oldest) ? oldest : 0), failed }
}

/** How to get the app onto the home screen, until it is there or the hint is closed. */
const InstallHint = () => {
  const { way, dismissed, install, dismiss } = useInstall()
  const { data: user } = useQuery(currentUser())
  const isReady = useOfflineReady()
  if (!user || dismissed || way === 'none' || (way === 'button' && !isReady)) return null
  return (
    <div className="beside line">
      {way === 'button' ? (
        <>
          <p>Install Hockey Pool: one tap, works offline</p>
          <button className="text-button" type="button" onClick={() => void install().then(focusPage)}>
            Install
          </button>
        </>
      ) : (
        <p>
          To put Hockey Pool on the home screen, tap <strong>Share</strong>, then <strong>Add to Home Screen</strong>
        </p>
      )}
      <CloseButton onClose={dismiss} />
    </div>
  )
}

/** A new version is ready; the member decides when to take it. */
const UpdateLine = () => {
  const waiting = useUpdateWaiting()
  if (!waiting) return null
  return (
    <div className="beside line">
      <p>New version</p>
      <button className="text-button" type="button" onClick={applyUpdate}>
        Update
      </button>
    </div>
  )
}

const sentences = {
  full: 'Phone storage is full: nothing can be saved for offline.',
  unsaved: 'The app could not be saved on this device. It works, but only with a connection.',
  blocked: 'Offline storage is not available. The app works, but only with a connection.',
} as const

/** Reports once that nothing can be stored on this device. */
const StorageLine = () => {
  const trouble = useStorageTrouble()
  if (!trouble) return null
  return (
    <div className="beside line">
      <p>{sentences[trouble]}</p>
      <CloseButton onClose={dismissStorageTrouble} />
    </div>
  )
}

/** After a logout that has not reached the server yet. */
const LogOutLine = () =>
  useSyncExternalStore(unendedSession.subscribe, unendedSession.get) ? (
    <p className="beside line">
      You're logged out on this device. The server ends the session when you're back online.
    </p>
  ) : null

/** Reports a lost connection or old figures; empty when all is well. */
const QuietLine = () => {
  const online = useOnline()
  const { fetchedAt, failed } = useAge()
  const asOf = asOfText(fetchedAt, new Date(), false)

  if (!online) return <p className="beside line">{asOf ? `Offline · figures ${asOf}` : 'Offline'}</p>
  if (failed) return <p className="beside line">{`Couldn't refresh · ${asOf}`}</p>
  return null
}

export const StatusLines = () => (
  <>
    <InstallHint />
    <UpdateLine />
    <StorageLine />
    <LogOutLine />
    <MessageLine />
    <QuietLine />
  </>
)
