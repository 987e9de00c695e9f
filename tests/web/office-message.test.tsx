import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OfficeMessage } from '#contract/message'
import type { User } from '#contract/user'
import { hasUnsavedChanges } from '#web/offline/updates'
import { admin, member, renderApp } from './render-app.tsx'

const chair: User = { ...admin, features: ['office'] }
const reader: User = { ...member, features: ['message'] }
const MESSAGE = { id: 7, words: 'The draft begins at eight.', by: 'Anna', at: '2026-11-20T10:00:00Z' }

describe('a message', () => {
  test('stands on every screen until it is read', async () => {
    const app = await renderApp('/rules', {
      user: reader,
      answers: { '/message': { message: MESSAGE }, 'POST /message/7/read': {} },
    })
    const line = within(await screen.findByRole('region', { name: 'Message to all members' }))
    expect(line.getByText(/The draft begins/).textContent).toBe('Anna: The draft begins at eight.')
    await app.user.click(line.getByRole('button', { name: 'Got it' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Message to all members' })).toBeNull())
    await waitFor(() => expect(app.server.sent).toEqual([['POST /message/7/read', null]]))
  })

  test('that cannot be noted as read stays', async () => {
    const app = await renderApp('/rules', {
      user: reader,
      answers: { '/message': { message: MESSAGE }, 'POST /message/7/read': 'fails' },
    })
    await app.press('Got it')
    const states = () =>
      app.client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.status)
    await waitFor(() => expect(states()).toEqual(['error']))
    expect(await screen.findByRole('button', { name: 'Got it' })).toBeTruthy()
  })

  test('is not asked for where the server has none', async () => {
    await renderApp('/rules', { user: member, answers: { '/message': { message: MESSAGE } } })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(/The draft begins/)).toBeNull()
  })
})

describe('telling', () => {
  const state: OfficeMessage = { message: MESSAGE, readBy: ['Bo'], unreadBy: ['Cy', 'Di'], notified: 3 }
  const open = (given: OfficeMessage = state) =>
    renderApp('/league/message', {
      user: chair,
      answers: { '/office/message': given, 'PUT /office/message': given },
    })

  test('asks for words, then first, and says how many devices are notified', async () => {
    const app = await open()
    await app.user.type(await screen.findByLabelText(/^Message/), '  ')
    await app.press('Send to everyone')
    expect((await screen.findByRole('alert')).textContent).toBe('Write a message first.')
    await app.write(/^Message/, 'At nine.')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('272 characters left')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Send to everyone' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Send to everyone?' }))
    expect(dialog.getByText(/^It stays on/).textContent).toBe(
      "It stays on every member's screen until they have read it, in place of the one before. 3 devices are notified.",
    )
    await app.user.click(dialog.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Sent.')).toBeTruthy()
    expect(app.server.sent).toEqual([['PUT /office/message', { words: 'At nine.', after: 7 }]])
  })

  test('that is not sent is not lost by a tap on a tab, nor by a new version of the app', async () => {
    const app = await open()
    const leave = () => app.user.click(screen.getAllByRole('link', { name: 'Standings' })[0] ?? document.body)
    const words = await screen.findByLabelText(/^Message/)
    await app.user.type(words, 'At nine.')
    expect(hasUnsavedChanges()).toBe(true)
    await leave()
    await app.answer('Cancel', 'Leave without saving?')
    expect(words).toHaveProperty('value', 'At nine.')
    await leave()
    await app.answer('Leave', 'Leave without saving?')
    await waitFor(() => expect(app.history.location.pathname).toBe('/standings'))
    expect(hasUnsavedChanges()).toBe(false)
  })

  test('shows who has read what is told, and takes it away', async () => {
    const app = await open()
    expect(await screen.findByText('Cy and Di')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Take it down' }))
    expect(await screen.findByText('Taken down.')).toBeTruthy()
    expect(app.server.sent).toEqual([['PUT /office/message', { words: '', after: 7 }]])
  })
})
