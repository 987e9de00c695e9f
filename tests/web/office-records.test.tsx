import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AuditEntry } from '#contract/office-records'
import type { User } from '#contract/user'
import { texts } from '../support/screen-table.ts'
import { admin, renderApp } from './render-app.tsx'

const chair: User = { ...admin, features: ['office'] }

const entry = (id: number, given: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-11-20T10:00:05Z',
  by: 'Anna',
  kind: 'trading',
  action: 'executeTrade',
  sentence: 'Anna bought Rémi Touroux for RATS.',
  ...given,
})
const bo = { by: 'Bo', sentence: 'Bo emptied the cart of RATS.' }
const choices = { by: ['Anna', 'Bo'], kinds: ['stats', 'trading', 'new-things'] }

let saved: { name: string; text: Promise<string> }[]
beforeEach(() => {
  saved = []
  const blobs: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.at(-1)?.text() ?? Promise.resolve('') })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const open = () =>
  renderApp('/league/records', {
    user: chair,
    answers: {
      '/office/audit': { entries: [entry(9), entry(8, bo)], next: 8, ...choices },
      '/office/audit?before=8': {
        entries: [
          entry(3, {
            kind: 'corrections',
            action: 'makeCorrection',
            sentence: 'Anna undid correction 2.',
            reason: 'A slip',
          }),
        ],
        ...choices,
      },
      '/office/audit?by=Bo': { entries: [entry(8, bo)], ...choices },
      '/office/audit?by=Bo&kind=stats': { entries: [], ...choices },
      '/office/audit-file?by=Bo': { name: 'records.csv', csv: 'at,by\r\n' },
    },
  })
const rows = async () => {
  const list = within(await screen.findByRole('list', { name: 'Records' }))
  return texts(list.getAllByRole('listitem'))
}

describe('the records', () => {
  test('are listed, and go on when asked', async () => {
    const app = await open()
    expect(await rows()).toEqual([
      expect.stringMatching(/^Anna bought Rémi Touroux for RATS\.Nov 20, \d\d:00:05$/),
      expect.stringMatching(/^Bo emptied the cart of RATS\.Nov 20, \d\d:00:05$/),
    ])
    await app.user.click(screen.getByRole('button', { name: 'Older ones' }))
    expect(await screen.findByText('Anna undid correction 2.')).toBeTruthy()
    expect((await rows()).at(-1)).toMatch(/ · A slip$/)
    expect(await rows()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Older ones' })).toBeNull()
  })

  test('are filtered, and saved as they are filtered', async () => {
    const app = await open()
    await app.user.selectOptions(await screen.findByLabelText('Who'), await screen.findByRole('option', { name: 'Bo' }))
    expect(await rows()).toHaveLength(1)
    await app.user.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await expect.poll(() => saved).toHaveLength(1)
    expect(saved[0]?.name).toBe('records.csv')
    const what = screen.getByLabelText('What')
    expect(texts(within(what).getAllByRole('option'))).toEqual([
      'Everything',
      'Team names',
      'Carts and trades',
      'new things',
    ])
    await app.user.selectOptions(what, 'Team names')
    expect(await screen.findByText('There are no such records.')).toBeTruthy()
  })
})

test('a backup is downloaded by a link, and the page says when the last one was made and where', async () => {
  const at = new Date(Date.now() - 3 * 60_000).toISOString()
  await renderApp('/league/backup', {
    user: chair,
    answers: {
      '/office/backups': {
        day: '2026-11-20',
        backups: [{ at, by: 'command', place: '/srv/pool.backup', bytes: 2_340_000 }],
      },
    },
  })
  const link = await screen.findByRole('link', { name: 'Download a backup' })
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/v1/office/backup', true])
  const list = within(await screen.findByRole('list', { name: 'Backups' }))
  expect(list.getByRole('listitem').textContent).toBe('3 minutes ago by command/srv/pool.backup, 2.3 MB')
})

test('a small backup has a size in kilobytes', async () => {
  const backups = [{ at: new Date().toISOString(), by: 'command', place: '/srv/pool.backup', bytes: 2_640 }]
  await renderApp('/league/backup', { user: chair, answers: { '/office/backups': { day: '2026-11-20', backups } } })
  const list = within(await screen.findByRole('list', { name: 'Backups' }))
  expect(list.getByRole('listitem').textContent).toMatch(/, 3 kB$/)
})

test('a backup is said to be made until it is listed', async () => {
  const made = (minute: number) => ({
    at: `2026-11-20T18:0${minute}:00.000Z`,
    by: 'Bo',
    place: 'a file',
    bytes: 1_000_000,
  })
  const backups = [made(1)]
  await renderApp('/league/backup', {
    user: chair,
    answers: { '/office/backups': () => Response.json({ day: '2026-11-20', backups }) },
  })
  const link = await screen.findByRole('link', { name: 'Download a backup' })
  await screen.findByRole('list', { name: 'Backups' })
  const status = () => texts(screen.getAllByRole('status'))
  // jsdom goes nowhere.
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  expect(status()).toContain('Making the backup. Its download starts automatically.')
  backups.unshift(made(2))
  await expect.poll(status).toContain('The backup is made.')
  expect(within(screen.getByRole('list', { name: 'Backups' })).getAllByRole('listitem')).toHaveLength(2)
})
