import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  deletePush,
  getPush,
  type PushDevice,
  type PushKinds,
  type PushState,
  patchPush,
  putPush,
} from '#contract/push'
import { requestOnline } from '../net/request.ts'
import { askPermission } from '../offline/push-permission.ts'
import { subscribeTo } from '../offline/push-subscription.ts'
import { readQuery, readThrough } from './call-query.ts'

const KEY = ['push'] as const

/** Null where there is no worker: the browser keeps none in this window, or has not installed it yet. */
const findManager = async (): Promise<PushManager | null> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager ?? null

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await findManager())?.getSubscription()) ?? null

/** Whether this device is notified of anything, as far as the browser knows: without a request to the server. */
export const isSubscribed = () => readQuery(['push-subscription'], async () => (await findSubscription()) !== null, 0)

/** Of what this device is notified; without kinds, of nothing. */
export const pushState = () =>
  readQuery(
    KEY,
    async (context): Promise<PushState> => {
      const { publicKey, kinds } = await readThrough(context, getPush, {})
      // The browser may have forgotten what the server still knows.
      return kinds && (await findSubscription()) ? { publicKey, kinds } : { publicKey }
    },
    0,
  )

const BLOCKED = 'This browser was not allowed to show notifications.'
const NOT_SUBSCRIBED = 'This browser could not be signed up for notifications. Please try again later.'

const subscribe = async (publicKey: string): Promise<PushDevice> => {
  const manager = await findManager()
  if (!manager) throw new Error(NOT_SUBSCRIBED)
  return subscribeTo(manager, publicKey).catch((cause: unknown) => {
    throw new Error(NOT_SUBSCRIBED, { cause })
  })
}

const saved = (client: QueryClient, state: PushState): void => {
  client.setQueryData(KEY, state)
}

interface Switched {
  readonly isOn: boolean
  readonly publicKey: string
  /** What a device that is switched on is notified of; without it, as the server has it. */
  readonly kinds?: PushKinds | undefined
}

/** On by a tap, with which the browser asks the member; off without a word. */
export const switchPush = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ isOn, publicKey, kinds }: Switched): Promise<PushState> => {
      if (isOn) {
        if (!(await askPermission())) throw new Error(BLOCKED)
        return requestOnline(putPush, { body: { ...(await subscribe(publicKey)), kinds } })
      }
      const state = await requestOnline(deletePush, {})
      // The server no longer sends anything, whatever becomes of this.
      await (await findSubscription())?.unsubscribe().catch(() => false)
      return state
    },
    onSuccess: (state) => saved(client, state),
  })

export const changeKinds = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (kinds: PushKinds) => requestOnline(patchPush, { body: kinds }),
    onSuccess: (state) => saved(client, state),
  })
