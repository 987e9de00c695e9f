import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import {
  type DehydratedState,
  type DehydrateOptions,
  dehydrate,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { localStore, readLocal, removeLocal, writeLocal } from './local-storage.ts'
import { formerOwnerOf, ownerOf, setCurrentOwner } from './owner.ts'
import { reportStorageTrouble } from './readiness.ts'
import {
  type CachedAnswer,
  isUser,
  readStartupCache,
  STARTUP_CACHE_KEY,
  type StartupSubject,
  serializeStartupCache,
  startupSubjects,
} from './startup-cache-format.ts'

const isSubject = (name: unknown): name is StartupSubject => startupSubjects.some((subject) => subject === name)

const isOfTeam = (subject: StartupSubject): boolean => subject === 'team' || subject === 'cart'

let frozen = false

/** Stops all writing: the persister writes with a delay and would bring a member's data back. */
export const freezeStartupCache = (): void => {
  frozen = true
}
export const thawStartupCache = (): void => {
  frozen = false
}

export const removeStartupCache = (): void => removeLocal(STARTUP_CACHE_KEY)

/** Loads the stored answers into memory synchronously: the first render has them. */
export const hydrateFromStartupCache = (client: QueryClient): void => {
  const raw = readLocal(STARTUP_CACHE_KEY)
  const kept = readStartupCache(raw)
  if (!kept) {
    if (raw !== null) removeStartupCache()
    return
  }
  const user = kept.user.data
  setCurrentOwner(ownerOf(user), formerOwnerOf(user))
  for (const subject of startupSubjects) {
    const answer = kept[subject]
    if (!answer) continue
    const key = isOfTeam(subject) ? [subject, user.teamId] : [subject]
    if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) < answer.at) {
      client.setQueryData(key, answer.data, { updatedAt: answer.at })
    }
  }
}

const subjectOf = (key: QueryKey, teamId: number | null | undefined): StartupSubject | null => {
  const [subject, id] = key
  if (!isSubject(subject)) return null
  if (isOfTeam(subject)) return id === teamId && key.length === 2 ? subject : null
  return key.length === 1 ? subject : null
}

const toText = ({ queries }: DehydratedState): string => {
  const user = queries.find(({ queryKey }) => queryKey[0] === 'user')?.state.data
  const kept: Partial<Record<StartupSubject, CachedAnswer>> = {}
  for (const { queryKey, state } of queries) {
    const subject = subjectOf(queryKey, isUser(user) ? user.teamId : null)
    if (subject && state.data !== undefined) kept[subject] = { data: state.data, at: state.dataUpdatedAt }
  }
  return serializeStartupCache(kept)
}

/** Writes the startup cache after each change, and at once when the app goes out of sight. Returns what stops it. */
export const keepStartupCache = (client: QueryClient): (() => void) => {
  if (localStore() === null) {
    reportStorageTrouble('blocked')
    return () => undefined
  }
  const hasUser = () => {
    const user = client.getQueryData(['user'])
    return isUser(user) && ownerOf(user) !== null
  }
  const dehydrateOptions: DehydrateOptions = {
    // Data with an error beside it is still worth storing.
    shouldDehydrateQuery: ({ queryKey, state }) => isSubject(queryKey[0]) && state.data !== undefined,
    shouldDehydrateMutation: () => false,
  }
  // The library's persister swallows quota errors; these are reported.
  const write = (text: string) => {
    if (!frozen && hasUser() && !writeLocal(STARTUP_CACHE_KEY, text)) reportStorageTrouble('full')
  }
  const persister = createSyncStoragePersister({
    storage: { getItem: readLocal, setItem: (_, text) => write(text), removeItem: removeLocal },
    key: STARTUP_CACHE_KEY,
    // Within the library's default of a second the app may already be closed again.
    throttleTime: 100,
    serialize: ({ clientState }) => toText(clientState),
  })
  const unsubscribe = persistQueryClientSubscribe({ queryClient: client, persister, dehydrateOptions })
  const flush = () => write(toText(dehydrate(client, dehydrateOptions)))
  const flushHidden = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  const watch = new AbortController()
  document.addEventListener('visibilitychange', flushHidden, watch)
  window.addEventListener('pagehide', flush, watch)
  return () => {
    unsubscribe()
    watch.abort()
  }
}
