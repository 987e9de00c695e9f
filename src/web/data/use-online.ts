import { useSyncExternalStore } from 'react'
import { isOnline, subscribeOnline } from '../net/connection.ts'

export const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, isOnline)
