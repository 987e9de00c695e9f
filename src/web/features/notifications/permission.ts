import { useSyncExternalStore } from 'react'
import { isIos } from '../../offline/install.ts'

/**
 * Whether this browser can show notifications: `home-screen` on an iPhone or iPad, where only an app on the Home Screen
 * can; `ask`: the member has not been asked yet.
 */
export type Permission = 'unsupported' | 'home-screen' | 'blocked' | 'ask' | 'given'

const readPermission = (): Permission => {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    const { permission } = Notification
    if (permission === 'default') return 'ask'
    return permission === 'granted' ? 'given' : 'blocked'
  }
  return isIos(navigator) ? 'home-screen' : 'unsupported'
}

/** The member may have changed it in the browser's settings meanwhile. */
const onReturn = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  window.addEventListener('focus', changed)
  return () => {
    document.removeEventListener('visibilitychange', changed)
    window.removeEventListener('focus', changed)
  }
}

export const usePermission = (): Permission => useSyncExternalStore(onReturn, readPermission)
