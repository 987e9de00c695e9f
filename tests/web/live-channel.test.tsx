import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { ChannelEvents } from '#web/live/supervisor'

/** Every channel that was asked for, the latest last. */
let opened: ChannelEvents[] = []
vi.mock('#web/live/sockjs-channel', () => ({
  openSockJs: async (events: ChannelEvents) => {
    opened.push(events)
    return { close: () => undefined }
  },
}))
// Files of tests share what they have loaded: this one needs an app that opens its channels here, and the others do not.
vi.resetModules()
const { renderApp } = await import('./render-app.tsx')
afterAll(() => {
  vi.resetModules()
})
beforeEach(() => {
  opened = []
})

/** The server ends the channel, which nothing opens again by itself. */
const end = async () => {
  await waitFor(() => expect(opened).toHaveLength(1))
  await act(async () => opened[0]?.closed(true))
}

const answers = {
  '/draft/boxes': [],
  '/draft/pick-sequence': [],
  '/draft/players?drafted=true': [],
}
const DROPPED =
  'Connection dropped: Real-time updates are not available. Please refresh the page manually to recover, or to see updates from other teams.'

test('a channel that the server ended is told on the draft board, and its banner opens another', async () => {
  const app = await renderApp('/draft', { answers })
  await end()
  expect(await screen.findByText(DROPPED)).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(opened).toHaveLength(2))
  await act(async () => opened[1]?.opened())
  expect(screen.queryByText(DROPPED)).toBeNull()
})

test('in the draft report it is opened again when the list is refreshed', async () => {
  const app = await renderApp('/draft-report', { answers })
  await screen.findByText('No players drafted yet.')
  await end()
  expect(screen.queryByText(DROPPED)).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(opened).toHaveLength(2))
})
