import { useEffect, useSyncExternalStore } from 'react'
import { observable } from '../offline/observable.ts'

/** When the figures of the screen were fetched, ms; 0 where the screen has no banner, which shows it. */
const screenAge = observable(0)

export const useScreenAge = (): number => useSyncExternalStore(screenAge.subscribe, screenAge.get)

/** For the line below the screen, which reports the same age as its banner. */
export function usePublishedAge(fetchedAt: number): void {
  useEffect(() => screenAge.set(fetchedAt), [fetchedAt])
  useEffect(() => () => screenAge.set(0), [])
}
