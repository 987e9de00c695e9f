import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PushMessage } from '#contract/push'
import { createPush } from '#web/sw/push'

const ORIGIN = 'https://pool.example'

const message = (changed: Partial<PushMessage['notification']> = {}): string =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'Your pick',
      body: 'Last pick: HOT took Wayne Gretzky (1.C).',
      navigate: `${ORIGIN}/draft`,
      tag: 'draft',
      ...changed,
    },
  })

interface Shown {
  readonly title: string
  readonly options: NotificationOptions
}
let shown: Shown[]
let closed: number
const close = () => {
  closed += 1
}
let opened: string[]
let windows: { url: string; went: string[]; focused: number }[]
let asked: string[]
let isSubscribed: boolean
let kinds: object | undefined

// biome-ignore lint/suspicious/noExplicitAny: stands in for the worker's own globals, of which it has what is used
const stub = (value: object): any => value

const subscription = {
  toJSON: () => ({ endpoint: 'https://push.test/2', keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    isSubscribed = false
  },
}
const push = () =>
  createPush({
    origin: ORIGIN,
    registration: stub({
      showNotification: async (title: string, options: NotificationOptions) => void shown.push({ title, options }),
      getNotifications: async () => [{ close }],
      pushManager: {
        getSubscription: async () => (isSubscribed ? subscription : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          asked.push(`subscribe ${applicationServerKey}`)
          return subscription
        },
      },
    }),
    clients: stub({
      matchAll: async () =>
        windows.map((each) => ({
          url: each.url,
          navigate: async (address: string) => void each.went.push(address),
          focus: async () => {
            each.focused += 1
          },
        })),
      openWindow: async (address: string) => void opened.push(address),
    }),
  })
const tap = (data: unknown) => push().open(stub({ data, close }))

beforeEach(() => {
  shown = []
  opened = []
  windows = []
  asked = []
  closed = 0
  isSubscribed = true
  kinds = { turn: true, next: true, start: false }
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${address} ${body ?? ''}`.trim())
    return new Response(JSON.stringify({ publicKey: 'key', ...(kinds && { kinds }) }))
  })
})
describe('a message', () => {
  test('is shown as it says, in place of the one before, and heard all the same', async () => {
    await push().show(message())
    expect(shown).toMatchObject([
      {
        title: 'Your pick',
        options: {
          body: 'Last pick: HOT took Wayne Gretzky (1.C).',
          tag: 'draft',
          renotify: true,
          data: `${ORIGIN}/draft`,
        },
      },
    ])
  })

  test.each([
    ['no JSON', 'hello'],
    ['another form', JSON.stringify({ title: 'Your pick' })],
    ['a part that is missing', message({ tag: undefined })],
    ['nothing in it', undefined],
  ])('with %s shows that there is news: the browser insists', async (_, text) => {
    await push().show(text)
    expect(shown).toMatchObject([{ title: 'Hockey Pool', options: { tag: 'draft', data: '/draft' } }])
  })
})

describe('a tap', () => {
  test('opens the board where no window is open', async () => {
    await tap(`${ORIGIN}/draft`)
    expect(opened).toEqual([`${ORIGIN}/draft`])
    expect(closed).toBe(1)
  })

  test('leads the window that was used last there', async () => {
    windows = [
      { url: `${ORIGIN}/standings`, went: [], focused: 0 },
      { url: `${ORIGIN}/draft`, went: [], focused: 0 },
    ]
    await tap(`${ORIGIN}/draft`)
    expect(windows.map(({ went, focused }) => ({ went, focused }))).toEqual([
      { went: [`${ORIGIN}/draft`], focused: 1 },
      { went: [], focused: 0 },
    ])
    expect(opened).toEqual([])
  })

  test('leaves a board that is open as it is', async () => {
    windows = [{ url: `${ORIGIN}/draft`, went: [], focused: 0 }]
    await tap(`${ORIGIN}/draft`)
    expect(windows[0]).toMatchObject({ went: [], focused: 1 })
  })

  test.each(['https://evil.test/draft', 'javascript:alert(1)', '//evil.test', 7, null])(
    'leads nowhere but into the app, not to %s',
    async (navigate) => {
      await tap(navigate)
      expect(opened).toEqual([`${ORIGIN}/draft`])
    },
  )
})

describe('an address that the browser gives up', () => {
  test('is replaced, with what the member chose', async () => {
    await push().renew()
    expect(asked).toEqual([
      'GET /api/v1/push',
      'subscribe key',
      'PUT /api/v1/push {"endpoint":"https://push.test/2","p256dh":"p","auth":"a"}',
    ])
  })

  test('stays given up where nothing is wanted', async () => {
    kinds = undefined
    await push().renew()
    expect(asked).toEqual(['GET /api/v1/push'])
  })
})

test('a logout ends the subscription, and closes what is shown', async () => {
  await push().end()
  expect(isSubscribed).toBe(false)
  expect(closed).toBe(1)
})
