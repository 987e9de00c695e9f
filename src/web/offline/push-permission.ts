import { useSyncExternalStore } from 'react'
import { isIos } from './install.ts'
import { observable } from './observable.ts'

/**
 * Whether this browser can show notifications: `home-screen` on an iPhone or iPad, where only an app on the Home Screen
 * can; `ask`: the member has not decided yet.
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

const answers = observable(0)

/** The browser's question, which it asks only right after a tap. True when the member agreed. */
export const askPermission = async (): Promise<boolean> => {
  const answer = await Notification.requestPermission()
  answers.set(answers.get() + 1)
  return answer === 'granted'
}

/** The member may have changed it in the browser's settings meanwhile. */
const subscribe = (changed: () => void): (() => void) => {
  const leave = answers.subscribe(changed)
  const watch = new AbortController()
  document.addEventListener('visibilitychange', changed, watch)
  window.addEventListener('focus', changed, watch)
  return () => {
    leave()
    watch.abort()
  }
}

export const usePermission = (): Permission => useSyncExternalStore(subscribe, readPermission)
