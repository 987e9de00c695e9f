import { type Static, Type } from 'typebox'
import { call, maybe } from './call.ts'

// Beyond the specification: notifications while the app is closed, announced as the feature `push`.

/** Of what a device is notified. */
export const PushKinds = Type.Object({
  turn: Type.Boolean({ description: "It's your team's turn, or drafting is open to all." }),
  next: Type.Boolean({ description: "Your team's turn is next." }),
  start: Type.Boolean({ description: 'The draft starts.' }),
  goal: Type.Optional(Type.Boolean({ description: 'One of your dressed players scores; off by default.' })),
  message: Type.Optional(Type.Boolean({ description: 'An admin sends a message to all members; on by default.' })),
})
export type PushKinds = Static<typeof PushKinds>

/** Of the device that asks, which is known by its login. */
export const PushState = Type.Object({
  publicKey: Type.String({ description: "The server's VAPID key, base64url, for PushManager.subscribe()." }),
  kinds: maybe(PushKinds),
})
export type PushState = Static<typeof PushState>

const Key = (bytes: number, description: string) => {
  const characters = Math.ceil((bytes * 4) / 3)
  return Type.String({ pattern: `^[A-Za-z0-9_-]{${characters}}=*$`, description: `${description}, base64url.` })
}

/** As the browser's PushSubscription says it. */
export const PushDevice = Type.Object({
  endpoint: Type.String({ maxLength: 1_000 }),
  p256dh: Key(65, "The device's public key"),
  auth: Key(16, "The device's secret"),
  kinds: maybe(PushKinds),
})
export type PushDevice = Static<typeof PushDevice>

export const getPush = call({
  method: 'GET',
  path: '/api/v1/push',
  summary: 'Beyond the specification: whether this device is notified, and of what',
  answer: PushState,
  failure: 'Failed to fetch notification settings',
  offline: 'online',
})

export const putPush = call({
  method: 'PUT',
  path: '/api/v1/push',
  summary: 'Beyond the specification: notify this device; without kinds of what it was before, else of all',
  body: PushDevice,
  answer: PushState,
  failure: 'Failed to switch on notifications',
  offline: 'online',
})

export const patchPush = call({
  method: 'PATCH',
  path: '/api/v1/push',
  summary: 'Beyond the specification: what this device is notified of',
  body: PushKinds,
  answer: PushState,
  failure: 'Failed to save notification settings',
  offline: 'online',
})

export const deletePush = call({
  method: 'DELETE',
  path: '/api/v1/push',
  summary: 'Beyond the specification: notify this device no longer',
  answer: PushState,
  failure: 'Failed to switch off notifications',
  offline: 'online',
})

/** Of messages about the draft: the newest takes the place of what a device shows. */
export const PUSH_TAG = 'draft'
export const PUSH_PATH = '/draft'

/**
 * What a device gets, decrypted: Declarative Web Push (Push API, section "Declarative push message"), which Safari shows
 * by itself; in other browsers the app's worker does.
 */
export const PushMessage = Type.Object({
  web_push: Type.Literal(8030),
  notification: Type.Object({
    title: Type.String(),
    body: Type.String(),
    navigate: Type.String({ description: 'The full address that a tap opens.' }),
    tag: Type.String(),
  }),
})
export type PushMessage = Static<typeof PushMessage>
