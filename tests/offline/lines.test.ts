import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StatusLines } from '#web/features/status-lines/status-lines.tsx'
import { reportAnswer, reportNoAnswer } from '#web/net/connection'
import { finishEndingSession, markSessionEnding, reportUnendedSession } from '#web/net/session-state'
import { isIos, watchInstall } from '#web/offline/install'
import { dismissStorageTrouble, reportStorageTrouble, setOfflineReady } from '#web/offline/readiness'

const ada = { name: 'Ada', teamId: 3, roles: [] }
let client: QueryClient

const show = (user: unknown = ada) => {
  client.setQueryData(['user'], user)
  return render(createElement(QueryClientProvider, { client }, createElement(StatusLines)))
}
const offerInstall = (outcome: 'accepted' | 'dismissed') => {
  const prompt = vi.fn(async () => undefined)
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  })
  act(() => {
    window.dispatchEvent(offer)
  })
  return { prompt, offer }
}

beforeEach(() => {
  localStorage.clear()
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  act(() => {
    reportAnswer()
    dismissStorageTrouble()
    watchInstall()
    setOfflineReady(true)
  })
})
afterEach(() => {
  // While somebody listens: the library's own idea of the connection is for all files of the process.
  act(() => reportAnswer())
  cleanup()
})

describe('when all is well', () => {
  test('there is no line', () => {
    show()
    expect(document.querySelector('.line')).toBeNull()
  })
})

describe('after a logout without a connection', () => {
  test('says that the server is told later, until it is', async () => {
    markSessionEnding()
    // As the page that is loaded then begins.
    reportUnendedSession()
    show(null)
    expect(
      screen.getByText("You're logged out on this device. The server ends the session when you're back online."),
    ).toBeTruthy()
    await act(() =>
      finishEndingSession(
        async () => 'ended',
        () => undefined,
      ),
    )
    expect(screen.queryByText(/logged out/)).toBeNull()
  })
})

describe('without a connection', () => {
  test('says so, and goes away when it is back', () => {
    show(null)
    act(() => reportNoAnswer())
    expect(screen.getByText('Offline')).toBeTruthy()
    act(() => reportAnswer())
    expect(screen.queryByText('Offline')).toBeNull()
  })

  test('says how old the figures on screen are', () => {
    const at = new Date()
    at.setHours(at.getHours(), at.getMinutes(), 0, 0)
    client.setQueryData(['user'], ada, { updatedAt: at.getTime() })
    render(createElement(QueryClientProvider, { client }, createElement(StatusLines)))
    act(() => reportNoAnswer())
    const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
    expect(screen.getByText(`Offline · figures as of ${clock}`)).toBeTruthy()
  })
})

describe('storage that does not work', () => {
  test.each([
    ['full', /Phone storage is full/],
    ['blocked', /Offline storage is not available/],
    ['unsaved', 'The app could not be saved on this device. It works, but only with a connection.'],
  ] as const)('%s: is told once', async (trouble, sentence) => {
    show()
    act(() => reportStorageTrouble(trouble))
    expect(screen.getByText(sentence)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(sentence)).toBeNull()
  })
})

describe('installing', () => {
  test('has a button where the browser offers it', async () => {
    show()
    const { prompt, offer } = offerInstall('accepted')
    expect(offer.defaultPrevented).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Install' }))
    expect(prompt).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Install' })).toBeNull())
  })

  test('promises nothing before the app itself is stored on the device', () => {
    setOfflineReady(false)
    show()
    offerInstall('accepted')
    expect(screen.queryByText(/even without a connection/)).toBeNull()
    act(() => setOfflineReady(true))
    expect(screen.getByText('Install Hockey Pool: one tap, works offline')).toBeTruthy()
  })

  test('is not offered to a visitor', () => {
    show(null)
    offerInstall('accepted')
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
  })

  test('closed once, it stays closed at the next launch', async () => {
    show()
    offerInstall('dismissed')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
    act(() => watchInstall())
    offerInstall('dismissed')
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
  })

  test('on iOS tells the steps', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')
    show()
    expect(screen.getByText('Add to Home Screen')).toBeTruthy()
  })

  test.each([
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, true],
    ['an iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['Android', 'Mozilla/5.0 (Linux; Android 16)', 5, false],
  ])('%s', (_, userAgent, maxTouchPoints, expected) => {
    expect(isIos({ userAgent, maxTouchPoints })).toBe(expected)
  })
})
