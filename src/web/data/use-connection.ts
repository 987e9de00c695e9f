import { useSyncExternalStore } from 'react'
import { type Connection, getConnection, subscribeConnection } from '../net/connection.ts'

export const useConnection = (): Connection => useSyncExternalStore(subscribeConnection, getConnection)
