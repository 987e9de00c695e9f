/** Set while a member has logged out and the server does not know yet. */
export const ENDING_SESSION_KEY = 'pool-ending-session'

/** Local storage, or none where the browser refuses it: reading the property itself may throw. */
export const localStore = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

export const readLocal = (key: string): string | null => {
  try {
    return localStore()?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** False when it could not be written: refused or full. */
export const writeLocal = (key: string, value: string): boolean => {
  try {
    const store = localStore()
    store?.setItem(key, value)
    return store !== null
  } catch {
    return false
  }
}

export const removeLocal = (key: string): void => {
  try {
    localStore()?.removeItem(key)
  } catch {
    // Storage that cannot be reached holds nothing for us to remove.
  }
}
