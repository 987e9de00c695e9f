import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PushKinds } from '#contract/push'
import type { User } from '#contract/user'
import { night } from '../support/night.ts'
import { type FakeAnswer, json, member, renderApp } from './render-app.tsx'

const notified: User = { ...member, features: ['push'] }
const PUBLIC_KEY = 'B-of-the-server'
const ALL: PushKinds = { turn: true, next: true, start: true }
const DEVICE = { endpoint: 'https://push.test/1', p256dh: 'p', auth: 'a' }

/** The browser: what it was asked, and what the member answers it. */
interface FakeBrowser {
  permission: NotificationPermission
  answer: NotificationPermission
  subscribed: boolean
  /** Set where the push service cannot be reached. */
  failure: Error | null
  keys: unknown[]
  /** How often the member was asked for permission. */
  asked: number
}
let browser: FakeBrowser

const subscription = {
  toJSON: () => ({ endpoint: DEVICE.endpoint, keys: { p256dh: DEVICE.p256dh, auth: DEVICE.auth } }),
  unsubscribe: async () => {
    browser.subscribed = false
    return true
  },
}
const pushManager = {
  getSubscription: async () => (browser.subscribed ? subscription : null),
  subscribe: async ({ applicationServerKey }: { applicationServerKey: unknown }) => {
    if (browser.failure) throw browser.failure
    browser.keys.push(applicationServerKey)
    browser.subscribed = true
    return subscription
  },
}

/** The server's side, by the device's login. */
let kinds: PushKinds | null
let sent: unknown[]
const state = () => json(200, { publicKey: PUBLIC_KEY, ...(kinds && { kinds }) })
const answers: Record<string, FakeAnswer> = {
  '/push': state,
  'PUT /push': async (request) => {
    sent.push(await request.json())
    kinds ??= ALL
    return state()
  },
  'PATCH /push': async (request) => {
    kinds = await request.json()
    return state()
  },
  'DELETE /push': () => {
    kinds = null
    return state()
  },
}

beforeEach(() => {
  browser = { permission: 'default', answer: 'granted', subscribed: false, failure: null, keys: [], asked: 0 }
  kinds = null
  sent = []
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.asked += 1
      browser.permission = browser.answer
      return browser.permission
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => ({ pushManager }),
      ready: Promise.resolve({ active: null }),
      controller: null,
      addEventListener: () => {},
    },
  })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const open = (changed: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/notifications', { user: notified, answers, ...changed })
const main = () => within(screen.getByRole('main'))
const device = () => main().findByRole('switch', { name: /^Notify me on this device/ })
const isOn = async (name: RegExp) =>
  (await main().findByRole('switch', { name })).getAttribute('aria-checked') === 'true'

describe('notifications', () => {
  test('say what they are, and the browser asks nothing before a tap', async () => {
    await open()
    expect(await main().findByRole('heading', { level: 1, name: 'Notifications' })).toBeTruthy()
    expect(document.title).toBe('Notifications · Hockey Pool')
    const first = await device()
    expect(first.getAttribute('aria-checked')).toBe('false')
    const sentence = main().getByText('Get a push on your pick and for admin messages.')
    expect(first.compareDocumentPosition(sentence)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(main().queryByText(/goal|score/i)).toBeNull()
    expect(main().getAllByRole('switch')).toHaveLength(1)
    expect(browser.asked).toBe(0)
  })

  test('are switched on by a tap, by kind, and off again', async () => {
    const app = await open()
    await app.user.click(await device())
    expect(await isOn(/^Your pick/)).toBe(true)
    expect(browser).toMatchObject({ asked: 1, subscribed: true, keys: [PUBLIC_KEY] })
    expect(sent).toEqual([DEVICE])
    await app.user.click(main().getByRole('switch', { name: /^You are next/ }))
    await expect.poll(() => isOn(/^You are next/)).toBe(false)
    expect(kinds).toEqual({ turn: true, next: false, start: true })
    expect(await isOn(/^The draft starts/)).toBe(true)
    await app.user.click(await device())
    await expect.poll(async () => (await device()).getAttribute('aria-checked')).toBe('false')
    expect({ kinds, subscribed: browser.subscribed }).toEqual({ kinds: null, subscribed: false })
    expect(main().getAllByRole('switch')).toHaveLength(1)
  })

  test('of goals have a switch where the games are followed, off until a member switches it on', async () => {
    browser.subscribed = true
    browser.permission = 'granted'
    kinds = { ...ALL, goal: false }
    const app = await renderApp('/notifications', { user: { ...member, features: ['push', 'tonight'] }, answers })
    const goal = await screen.findByRole('switch', { name: /^One of my players scores/ })
    expect(goal.getAttribute('aria-checked')).toBe('false')
    await app.user.click(goal)
    expect(await screen.findByRole('switch', { name: /^One of my players scores/, checked: true })).toBeTruthy()
    expect(kinds).toEqual({ ...ALL, goal: true })
  })

  test('are on where they were, and off where the browser has forgotten them', async () => {
    browser.permission = 'granted'
    kinds = ALL
    browser.subscribed = true
    const app = await open()
    expect(await isOn(/^Notify me/)).toBe(true)
    app.unmount()
    browser.subscribed = false
    await open()
    expect(await isOn(/^Notify me/)).toBe(false)
  })

  test('stay off when the member says no to the browser, and the page says how they are allowed', async () => {
    browser.answer = 'denied'
    const app = await open()
    await app.user.click(await device())
    expect(await main().findByText(/blocked in this browser/)).toBeTruthy()
    expect(browser.subscribed).toBe(false)
    browser.permission = 'granted'
    window.dispatchEvent(new Event('focus'))
    expect((await device()).getAttribute('aria-checked')).toBe('false')
  })

  test('that the browser cannot sign up for are told in words', async () => {
    browser.failure = new DOMException('Registration failed', 'AbortError')
    const app = await open()
    await app.user.click(await device())
    expect((await main().findByRole('alert')).textContent).toContain('could not be signed up')
    expect(await isOn(/^Notify me/)).toBe(false)
  })

  test('are refused in the words of the server', async () => {
    const full = json(409, { code: 'PUSH_DEVICES_FULL', message: 'You get notifications on 10 devices already.' })
    const app = await open({ answers: { ...answers, 'PUT /push': () => full } })
    await app.user.click(await device())
    expect((await main().findByRole('alert')).textContent).toContain('You get notifications on 10 devices already.')
  })

  test.each([
    ['in a browser without them', 'Mozilla/5.0', /This browser can't show notifications/],
    [
      'outside the Home Screen of an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)',
      /Add to Home Screen/,
    ],
  ])('cannot be had %s', async (_, userAgent, sentence) => {
    vi.stubGlobal('PushManager', undefined)
    Reflect.deleteProperty(window, 'PushManager')
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    await open()
    expect(await main().findByText(sentence)).toBeTruthy()
    expect(main().queryByRole('switch')).toBeNull()
    vi.restoreAllMocks()
  })

  test('are a quiet sentence without a connection', async () => {
    await open({ answers: { ...answers, '/push': 'unreachable' } })
    expect(await main().findByText("You're offline. Notifications can't be switched on or off now.")).toBeTruthy()
  })

  test('are not offered by a league that sends none', async () => {
    await renderApp('/notifications', { user: member, answers })
    expect(await main().findByText('This league sends no notifications.')).toBeTruthy()
    expect(main().queryByRole('switch')).toBeNull()
  })

  describe('from Tonight', () => {
    const games = { ...member, features: ['push', 'tonight'] }
    const onTonight = () => renderApp('/tonight', { user: games, answers: { ...answers, '/tonight': night() } })
    const way = () => screen.queryByRole('link', { name: 'Notify me when my players score' })

    test('are on by two taps, for goals too', async () => {
      const app = await onTonight()
      await waitFor(() => expect(way()).toBeTruthy())
      await app.user.click(way() ?? document.body)
      await app.user.click(await device())
      expect(await isOn(/^Your pick/)).toBe(true)
      expect(sent).toEqual([{ ...DEVICE, kinds: { ...ALL, goal: true, message: true } }])
      expect(main().getByText('Get a push on your pick, when your players score, and for admin messages.')).toBeTruthy()
    })

    test.each([
      ['this device is notified already', () => Object.assign(browser, { permission: 'granted', subscribed: true })],
      ['the browser forbids them', () => Object.assign(browser, { permission: 'denied' })],
    ])('are not offered where %s', async (_, change) => {
      change()
      await onTonight()
      await screen.findByRole('region', { name: 'Games' })
      await expect.poll(way).toBeNull()
    })
  })

  test('are offered among the tools of the board', async () => {
    const boxes = [{ boxName: '1.C', players: [{ playerId: 1, name: 'Centre' }] }]
    const app = await renderApp('/draft', { user: notified, answers: { ...answers, '/draft/boxes': boxes } })
    const way = await screen.findByRole('link', { name: 'Notify me' })
    await app.user.click(way)
    expect(await device()).toBeTruthy()
  })
})
