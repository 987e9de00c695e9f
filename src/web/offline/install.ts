import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from './local-storage.ts'
import { observable } from './observable.ts'

const DISMISSED_KEY = 'pool-install-dismissed'

/** Chromium's offer to install; in no standard, so typed here. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}
const isOffer = (event: Event): event is InstallOffer => 'prompt' in event && 'userChoice' in event

/**
 * `button`: the browser can install at once; `steps`: it can be done by hand from the Share menu (iOS); else there is
 * no way.
 */
type InstallWay = 'button' | 'steps' | 'none'

interface InstallState {
  readonly offer: InstallOffer | null
  readonly installed: boolean
  readonly dismissed: boolean
}

const state = observable<InstallState>({ offer: null, installed: false, dismissed: true })

/** iPads since 2019 say they are Macs; no Mac has a touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

const isStandalone = (): boolean => {
  if ('standalone' in navigator && navigator.standalone === true) return true
  return typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches
}

export const watchInstall = (): void => {
  state.set({ offer: null, installed: isStandalone(), dismissed: readLocal(DISMISSED_KEY) !== null })
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isOffer(event)) state.set({ ...state.get(), offer: event })
  })
  window.addEventListener('appinstalled', () => state.set({ ...state.get(), offer: null, installed: true }))
}

const dismissInstall = (): void => {
  writeLocal(DISMISSED_KEY, '1')
  state.set({ ...state.get(), dismissed: true })
}

const install = async (): Promise<void> => {
  const { offer } = state.get()
  if (!offer) return
  await offer.prompt()
  const { outcome } = await offer.userChoice
  // An offer can be used once; the browser may make another later.
  state.set({ ...state.get(), offer: null, installed: outcome === 'accepted' })
}

const wayOf = ({ offer, installed }: InstallState): InstallWay => {
  if (installed) return 'none'
  if (offer) return 'button'
  return isIos(navigator) ? 'steps' : 'none'
}

export interface Install {
  readonly way: InstallWay
  /** The member closed the hint; the user menu still offers it. */
  readonly dismissed: boolean
  install(): Promise<void>
  dismiss(): void
}

export const useInstall = (): Install => {
  const current = useSyncExternalStore(state.subscribe, state.get)
  return { way: wayOf(current), dismissed: current.dismissed, install, dismiss: dismissInstall }
}
