import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { installed, logIn } from '../support/member.ts'
import { registrationIdOf } from '../support/page-watch.ts'

describe('installing the app', () => {
  test('nothing keeps the browser from it, each picture has its size, and the worker stands before what is read alone', async ({
    phoneOf,
  }) => {
    const open = await phoneOf('member')
    const { page, context } = await open()
    await logIn(page, 'member')
    await installed(page)
    const devtools = await context.newCDPSession(page)
    const { errors, data } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '{}')).toMatchObject({
      id: '/',
      scope: '/',
      start_url: '/',
      display: 'standalone',
      name: 'Hockey Pool',
    })
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])

    // Every icon and screenshot of the manifest exists in the size it claims, and the icon of iOS in its own.
    const wrong = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
      const manifest = await (await fetch(link?.href ?? '')).json()
      const shortcutIcons = manifest.shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons)
      const pictures: { src: string; sizes: string }[] = [...manifest.icons, ...manifest.screenshots, ...shortcutIcons]
      const checks = pictures.map(async ({ src, sizes }) => {
        const answer = await fetch(src)
        if (!answer.ok) return `${src}: ${answer.status}`
        const { width, height } = await createImageBitmap(await answer.blob())
        return `${width}x${height}` === sizes ? null : `${src}: ${width}x${height} instead of ${sizes}`
      })
      return (await Promise.all(checks)).filter((problem) => problem !== null)
    })
    expect(wrong).toEqual([])
    const size = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=apple-touch-icon]')
      return (await createImageBitmap(await (await fetch(link?.href ?? '')).blob())).width
    })
    expect(size).toBe(180)

    await page.reload()
    /** What the browser knows without asking the worker; empty: the worker is asked. */
    const whoAnswers = async (method: string) => {
      const address = new URL(`/api/v1/user?${method}`, page.url()).href
      await page.evaluate(async ([asked, by]) => (await fetch(asked, { method: by })).text(), [
        address,
        method,
      ] as const)
      const timing = await page.waitForFunction((asked) => performance.getEntriesByName(asked)[0]?.toJSON(), address)
      return (await timing.jsonValue()).workerMatchedSourceType
    }
    expect(await whoAnswers('GET')).toBe('')
    // Neither read nor kept, as POST; and it does nothing.
    expect(await whoAnswers('HEAD')).toBe('network')
  })

  test('a page that is on its way while the worker takes its place has the worker, too', async ({ openInstalled }) => {
    const { page, context } = await openInstalled()
    const late = await context.newPage()
    await late.route('**/skaters', async (route) => {
      await logIn(page, 'member')
      await installed(page)
      await route.continue()
    })
    await late.goto('/skaters')
    await installed(late)
  })
})

describe('a push message', () => {
  /** As the browser's own push service hands it over, decrypted. */
  const messageOf = (body: string) =>
    JSON.stringify({
      web_push: 8030,
      notification: { title: 'Your pick', body, navigate: 'https://elsewhere.example/draft', tag: 'draft' },
    })

  test('is shown in place of the one before, and its tap opens the board, wherever it wants to lead', async ({
    open,
    league,
  }) => {
    const device = await open({ whole: true })
    await device.context.grantPermissions(['notifications'], { origin: league.origin })
    await logIn(device.page, 'member')
    await installed(device.page)
    const devtools = await device.context.newCDPSession(device.page)
    const registrationId = await registrationIdOf(devtools)
    const push = (body: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: league.origin,
        registrationId,
        data: messageOf(body),
      })
    const shown = () =>
      device.page.evaluate(async () => {
        const notices = await (await navigator.serviceWorker.ready).getNotifications()
        return notices.map(({ title, body, tag }) => `${title} | ${body} | ${tag}`)
      })
    // The browser's tools hand a message over once, and lose it where the worker is busy with its start.
    const pushed = async () => {
      await push('Last pick: HOT took Wayne Gretzky (1.C).')
      return shown()
    }
    await expect
      .poll(pushed, { interval: 2_000 })
      .toEqual(['Your pick | Last pick: HOT took Wayne Gretzky (1.C). | draft'])
    await push('Last pick: COLD took Mario Lemieux (2.C).')
    await expect.poll(shown).toEqual(['Your pick | Last pick: COLD took Mario Lemieux (2.C). | draft'])

    // No real tap: the worker may lead a window elsewhere, and not bring it to the front.
    const [worker] = device.context.serviceWorkers()
    await worker?.evaluate(`(async () => {
      const [notification] = await registration.getNotifications()
      const tap = new NotificationEvent('notificationclick', { notification })
      Object.defineProperty(tap, 'waitUntil', { value: (work) => work.catch(() => undefined) })
      dispatchEvent(tap)
    })()`)
    await expect.poll(() => device.page.url()).toBe(`${league.origin}/draft`)
    await expect.poll(shown).toEqual([])
  })
})
