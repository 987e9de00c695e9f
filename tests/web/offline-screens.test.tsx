import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#contract/user'
import { skipQuietPauses } from '../support/quiet-pauses.ts'
import { screensWith } from '../support/screens.ts'
import { admin, allArrived, member, premium, renderApp } from './render-app.tsx'

const NOT_HERE = "You're offline, and this page isn't saved on your phone yet."
const NEVER_HERE = "You're offline, and this page isn't saved on devices. It loads when you're back online."
const addresses = Object.entries(screensWith({ teamId: 2, playerId: 7 }))
/** A visitor's start page has nothing to wait for. */
const withoutData = ['/']

const remembering: User = { ...member, features: ['history'] }
const chair: User = { ...admin, features: ['office'] }

const visitors: Record<string, User> = {
  '/draft-admin': admin,
  '/history': remembering,
  '/history/$seasonId': remembering,
  '/players-preview': premium,
  '/tonight': { ...member, features: ['tonight'] },
  '/pick-list': { ...member, features: ['draft-room'] },
}
/** Who may see a screen. */
const visitorOf = (route: string): User => (route.startsWith('/league/') ? chair : (visitors[route] ?? member))

/** Nothing of it is stored; corrections are, as all members read them. */
const isOfOffice = (route: string) => route.startsWith('/league/') && route !== '/league/corrections'

/** In red, whatever its words. */
const told = () => [...document.querySelectorAll('.notice.error, [role=alert]')].map(({ textContent }) => textContent)

beforeEach(skipQuietPauses)

/**
 * In a browser without notifications its page asks nothing of the league; notifications.test.tsx has one with them. The
 * office's index has nothing but links.
 */
const asking = addresses.filter(([route]) => route !== '/notifications' && route !== '/league')

describe('without a connection and without anything stored, each screen says so quietly', () => {
  test.each(asking)('%s', async (route, path) => {
    const app = await renderApp(route === '/' ? '/no/such/page' : '/', { user: visitorOf(route) })
    await app.findByRole('link', { name: route === '/' ? 'Go to Home' : 'All standings' })
    await waitFor(() => within(app.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Standings' }))
    await allArrived(app)
    // What the bar has fetched is not stored either.
    app.server.isDown = true
    app.client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' })
    await act(() => app.router.navigate({ href: path }))
    const main = screen.getByRole('main')
    expect((await within(main).findAllByText(isOfOffice(route) ? NEVER_HERE : NOT_HERE)).length).toBeGreaterThan(0)
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    // The code of a part of the screen may still be on its way.
    await waitFor(() => expect(within(main).queryByText('Loading...')).toBeNull())
    expect(within(main).getByRole('heading', { level: 1 })).toBeTruthy()
    expect(told()).toEqual([])
    expect(await screen.findByText(/^Offline/)).toBeTruthy()
  })
})

describe('where this device does not even know who is here, nothing is told in red either', () => {
  test.each(addresses)('%s', async (route, path) => {
    const app = await renderApp(path, { isDown: true })
    if (withoutData.includes(route)) await screen.findByText('Click top right corner to log in.')
    else expect(await screen.findByText(NOT_HERE)).toBeTruthy()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(told()).toEqual([])
    expect(screen.queryByText('Please log in')).toBeNull()
  })
})
