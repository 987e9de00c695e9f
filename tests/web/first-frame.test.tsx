import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { User } from '#contract/user'
import { drawFirstFrame } from '#web/first-frame/draw'
import { FIRST_FRAME_ID, removeFirstFrame } from '#web/first-frame/hand-over'
import { serializeStartupCache } from '#web/offline/startup-cache-format'
import { admin, member, newcomer, renderApp, teams } from './render-app.tsx'

const NOW = new Date()
const kept = (user: User, fetchedAt = NOW.getTime()) =>
  serializeStartupCache({
    user: { data: user, at: fetchedAt },
    teams: { data: teams, at: fetchedAt },
    'last-updated': { data: { modifiedAt: NOW.toISOString() }, at: fetchedAt },
  })

const draw = (stored: string | null, address: string, online = true) => {
  const { pathname, search } = new URL(address, 'https://pool.example')
  return drawFirstFrame({ stored, path: pathname, search, now: NOW, online })
}

/** What is seen and read: without the router's own note on active links, and what is drawn only when it is used. */
const seen = (root: Element | null | undefined): Element => {
  const copy = root?.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('Nothing is drawn')
  for (const link of copy.querySelectorAll('[data-status]')) link.removeAttribute('data-status')
  copy.querySelector('.pull')?.remove()
  copy.querySelector('.tonight-line')?.remove()
  return copy
}

/** Attributes may come in another order: what a line holds, not how it is written. */
const parts = (root: Element | null): string[] =>
  root === null
    ? []
    : seen(root)
        .outerHTML.split('><')
        .map((line) => line.split(' ').sort().join(' '))

/** What a member's start page asks for besides. */
const start = {
  '/roster/teams/2/players?current=true': [],
  '/roster/teams/2/players?current=false': [],
  '/roster/changes': [],
  '/trading/trades': [],
  '/trading/teams/2/shopping-cart': { cartEntries: [], tradeBalance: 0, status: 'CART_EMPTY' },
  '/league-admin/settings': {},
  '/draft/pick-sequence': [],
  '/teams/2/recent-points': [],
}

const watching: User = { ...member, features: ['tonight'] }

describe('the first frame', () => {
  test.each([
    ['member', member, '/standings'],
    ['a newcomer', newcomer, '/standings'],
    ['an admin', admin, '/standings?standings_sort=name&standings_dir=desc'],
    ['an unknown sort', member, '/standings?standings_sort=wage'],
    ['a member where games are followed', watching, '/standings'],
  ])('of %s is what the app draws', async (_, user, address) => {
    const frame = draw(kept(user), address)
    const { container } = await renderApp(address, { user, modifiedAt: NOW.toISOString() })
    await screen.findByRole('table')
    await screen.findByRole('button', { name: user.name })
    await waitFor(() => expect(screen.queryByText(/^Statistics last updated/)).toBeTruthy())
    for (const part of ['header', '.tabs', 'main']) {
      expect(parts(frame.querySelector(part))).toEqual(parts(container.querySelector(part)))
    }
  })

  const offered = { ...member, features: ['recent-points'] }
  test.each<[string, User]>([
    ['a member', member],
    ['a member of a server with the last days', offered],
    ['a member where games are followed', watching],
  ])('of the start page is what the app draws for %s', async (_, user) => {
    const frame = draw(kept(user), '/')
    const { container } = await renderApp('/', { user, modifiedAt: NOW.toISOString(), answers: start })
    await screen.findByRole('heading', { name: 'Lately' })
    await waitFor(() => expect(screen.queryByText(/^Statistics last updated/)).toBeTruthy())
    for (const part of ['.banner', '.tonight-room', '.my-line', '.home-league']) {
      expect(parts(frame.querySelector(part)), part).toEqual(parts(container.querySelector(part)))
    }
    expect(frame.querySelector('.my-line-figures')?.textContent).toBe(
      '2nd▼1, down 1 · 1320 · -3 last night · 14 to 1st',
    )
  })

  test.each([
    ['there are no saved standings', serializeStartupCache({ user: { data: member, at: 1 } })],
    ['a newcomer has no line', kept(newcomer)],
  ])('of the start page is the bar alone while %s', (_, stored) => {
    expect(draw(stored, '/').querySelector('main')).toBeNull()
  })

  test('is the bar alone on other routes, with the present page marked', () => {
    const frame = draw(kept(member), '/skaters')
    expect(frame.querySelector('main')).toBeNull()
    expect(frame.querySelector('[aria-current=page]')?.textContent).toBe('Skaters')
  })

  test('is the brand alone when nothing can be read of what is stored', () => {
    expect(draw(null, '/standings').textContent).toBe('Hockey Pool')
  })

  test('tells the age of its figures when there is no connection', () => {
    expect(draw(kept(member), '/standings').querySelector('.as-of')).toBeNull()
    expect(draw(kept(member), '/standings', false).querySelector('.as-of')?.textContent).toMatch(/^as of \d\d:\d\d$/)
    const old = kept(member, NOW.getTime() - 61_000)
    expect(draw(old, '/standings').querySelector('.as-of')?.textContent).toMatch(/^as of/)
  })

  test('writes stored names as text, never as markup', () => {
    const evil = '<img src=x onerror=alert(1)>'
    const stored = serializeStartupCache({
      user: { data: { ...member, name: evil }, at: 1 },
      teams: { data: [{ id: 1, name: evil, shortName: evil }], at: 1 },
    })
    const frame = draw(stored, '/standings')
    expect(frame.querySelectorAll('img')).toHaveLength(1)
    expect(frame.querySelector('.bar-name')?.textContent).toBe(evil)
    expect(frame.querySelector('[role=rowheader]')?.textContent).toBe(evil)
  })

  test('hands the focus over to the same link, though its name is on the page twice', async () => {
    const frame = draw(kept(member), '/')
    const { container } = await renderApp('/', { user: member, modifiedAt: NOW.toISOString(), answers: start })
    container.id = 'root'
    await screen.findByRole('heading', { name: 'Lately' })
    for (const place of ['.my-line a', '.home-league .own a', '.tabs a:last-of-type']) {
      document.body.append(frame)
      frame.querySelector<HTMLElement>(place)?.focus()
      removeFirstFrame()
      expect(document.activeElement).toBe(document.querySelector(`#root ${place}`))
      expect(document.activeElement).not.toBeNull()
    }
  })

  test('goes when the app has taken over', () => {
    document.body.append(draw(kept(member), '/standings'))
    expect(document.getElementById(FIRST_FRAME_ID)).not.toBeNull()
    removeFirstFrame()
    expect(document.getElementById(FIRST_FRAME_ID)).toBeNull()
  })
})
