import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { screensWith } from '../support/screens.ts'
import { member, renderApp } from './render-app.tsx'

describe('every route of the table', () => {
  test('the addresses that the browser tests open are all that there are', async () => {
    const { router } = await renderApp('/')
    expect(Object.keys(screensWith({ teamId: 1, playerId: 1 })).sort()).toEqual(Object.keys(router.routesByPath).sort())
  })

  test('a member is greeted without the way to log in', async () => {
    await renderApp('/')
    expect(await screen.findByRole('link', { name: 'All standings' })).toBeTruthy()
    expect(screen.getByText('Fantasy League with Tradition. Since 1995.')).toBeTruthy()
    expect(screen.queryByText('Click top right corner to log in.')).toBeNull()
  })

  test('the landing page greets visitors', async () => {
    const app = await renderApp('/', { user: null })
    expect(await screen.findByText('Click top right corner to log in.')).toBeTruthy()
    expect(screen.getByText('Fantasy League with Tradition. Since 1995.')).toBeTruthy()
    expect(screen.getByRole('img')).toBeTruthy()
    expect(document.title).toBe('Hockey Pool')
    expect(app.commits).toHaveLength(1)
  })

  test('an unknown address has a page that leads back', async () => {
    await renderApp('/no/such/page')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/')
  })

  test('a visitor is asked to log in and comes back', async () => {
    await renderApp('/trades', { user: null })
    expect(await screen.findByRole('heading', { name: 'Please log in' })).toBeTruthy()
    for (const link of screen.getAllByRole('link', { name: 'Login' })) {
      expect(link.getAttribute('href')).toBe('/auth/login?return=%2Ftrades')
    }
  })

  test.each([
    ['/nhl-standings', '/stats/nhl-teams', 'No NHL standings yet.'],
    ['/draft-report', '/draft/players?drafted=true', 'No players drafted yet.'],
    ['/roster-changes', '/roster/changes', 'No roster changes yet.'],
    ['/trades', '/trading/trades', 'No trades yet.'],
  ])('%s says so while there is nothing to list', async (path, address, sentence) => {
    await renderApp(path, { answers: { [address]: [] } })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('the draft administration is for admins', async () => {
    await renderApp('/draft-admin', { user: member })
    expect(await screen.findByText('Access Denied - Admin role required to access this page')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Access denied. Admin role required.')
  })

  test('the players preview is for premium members', async () => {
    await renderApp('/players-preview', { user: member })
    expect(await screen.findByText('Access Denied - Premium role required to access this page')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Players Preview' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('a new page gets the focus on its heading', async () => {
    const app = await renderApp('/standings')
    await screen.findByRole('table')
    await app.user.click(screen.getByRole('link', { name: 'Skaters' }))
    const heading = await screen.findByRole('heading', { name: 'Skaters' })
    await waitFor(() => expect([heading, screen.getByRole('main')]).toContain(document.activeElement))
  })

  test('and takes it from no one who was quicker', async () => {
    await renderApp('/standings', { answers: { '/stats/players?type=skater': [{ id: 8, name: 'Olle Berg' }] } })
    await screen.findByRole('table')
    act(() => screen.getByRole('link', { name: 'Skaters' }).click())
    const search = await screen.findByRole('searchbox')
    act(() => search.focus())
    // By then the heading would have it.
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(document.activeElement).toBe(search)
  })
})
