import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Correction, CorrectionPreview } from '#contract/corrections'
import type { Trade } from '#contract/trading'
import type { User } from '#contract/user'
import { columnOf, tableNamed, texts } from '../support/screen-table.ts'
import { admin, type FakeAnswer, json, member, renderApp } from './render-app.tsx'

const office: User = { ...admin, features: ['corrections', 'office'] }
const bandits = { id: 2, shortName: 'BLU' }
const ann = { id: 11, name: 'Ann Arbour', position: 'LD', nhlTeam: 'TOR' }
const zoe = { id: 12, name: 'Zoe Zamboni', position: 'G', nhlTeam: 'MTL' }

const tradedAt = '2026-11-20T01:30:00.000Z'
const trades: Trade[] = [
  { tradedAt, team: bandits, tradeAction: 'SELL', player: zoe, price: 120 },
  { tradedAt, team: bandits, tradeAction: 'BUY', player: ann, price: 44.5 },
  {
    tradedAt: '2026-11-02T01:30:00.000Z',
    team: { id: 1, shortName: 'NOR' },
    tradeAction: 'BUY',
    player: ann,
    price: 1,
  },
]

const before = { points: 600, cash: 20, totalScore: 620 }
const after = { points: 610, cash: 11.5, totalScore: 621.5 }
const preview: CorrectionPreview = { what: 'Undid the sale of Zoe', team: bandits, before, after, expects: 'as shown' }
const listed: Correction = {
  nr: 3,
  at: '2026-11-21T12:00:00.000Z',
  by: 'Chair',
  reason: 'A slip of the thumb',
  kind: 'undo-trade',
  what: 'Undid the sale of Zoe',
  team: bandits,
  players: [zoe],
  againstRules: false,
  before,
  after,
}
const items = [
  { player: { id: 21, name: 'Bea Blue', position: 'C' }, rosterEntry: { scratched: true } },
  { player: { id: 22, name: 'Cid Crease', position: 'G' }, rosterEntry: { scratched: false } },
]

const PREVIEW = 'POST /corrections/preview'
const MAKE = 'POST /corrections'

async function open(over: Record<string, FakeAnswer> = {}) {
  const app = await renderApp('/league/corrections', {
    user: office,
    answers: {
      '/corrections': [],
      '/trading/trades': trades,
      '/league-admin/settings': { timeZone: 'America/Toronto' },
      '/roster/teams/2/players?current=true': items,
      '/stats/players?type=skater': [
        { id: 31, name: 'Émile Free', position: 'RW', nhlTeam: 'EDM' },
        { id: 32, name: 'Émile Taken', position: 'RW', team: bandits },
      ],
      '/stats/players?type=goalie': [],
      [PREVIEW]: preview,
      [MAKE]: listed,
      ...over,
    },
  })
  await screen.findByText('Nothing was corrected this season.')
  let taps = 0
  const tap = async (element: Element) => {
    taps += 1
    await app.user.click(element)
  }
  return {
    ...app,
    /** What the league was asked to preview. */
    asked: () => app.server.sent[0]?.[1],
    taps: () => taps,
    tap,
    press: async (name: string | RegExp) => tap(await screen.findByRole('button', { name })),
    /** Opening a list and choosing are two taps. */
    choose: async (name: string, option: string) => {
      taps += 2
      const field = await screen.findByRole('combobox', { name })
      await waitFor(() => expect(within(field).getByRole('option', { name: option })).toBeTruthy())
      await app.user.selectOptions(field, option)
    },
    confirm: async () => {
      const dialog = await screen.findByRole('alertdialog', { name: 'Apply this correction to BLU?' })
      await tap(within(dialog).getByRole('button', { name: 'Apply' }))
      await screen.findByText('BLU: Undid the sale of Zoe.')
      // What has come is at the top: reading goes on there.
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    },
  }
}

const day = (text: string) => new Date(`${text}T05:00:00Z`).toISOString()

describe('an admin puts right', () => {
  test('a trade, having seen what it does', async () => {
    const app = await open()
    await app.press(/^A trade/)
    await app.choose('Team', 'Blue Line Bandits')
    const trade = await screen.findByRole('radio')
    expect(trade.parentElement?.textContent).toMatch(/: sold Zoe Zamboni for 120.00, bought Ann Arbour for 44.50$/)
    await app.tap(trade)
    await app.write('Reason', ' A slip of the thumb ')
    await app.press('See What It Does')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('All members will read: Undid the sale of Zoe, “A slip of the thumb”.')
    const rows = within(dialog)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['', 'Before', 'After', 'Change'],
      ['Points', '600.00', '610.00', '+10.00'],
      ['Cash', '20.00', '11.50', '-8.50'],
      ['Total', '620.00', '621.50', '+1.50'],
    ])
    await app.confirm()
    const asked = {
      kind: 'undo-trade',
      teamId: 2,
      tradedAt,
      trades: [
        { playerId: 12, tradeAction: 'SELL' },
        { playerId: 11, tradeAction: 'BUY' },
      ],
      againstRules: false,
    }
    expect(app.server.sent).toEqual([
      [PREVIEW, asked],
      [MAKE, { asked, reason: ' A slip of the thumb ', expects: 'as shown' }],
    ])
    expect(app.server.keys).toEqual([null, expect.stringMatching(/^[\w-]{36}$/)])
    // The card, the team in its list, the trade, look, confirm.
    expect(app.taps()).toBe(6)
  })

  test.each([
    ['Undo only the purchase of Ann Arbour', { kind: 'undo-trade', trades: [{ playerId: 11, tradeAction: 'BUY' }] }],
    ['Another price for the sale of Zoe Zamboni', { kind: 'price', playerId: 12, tradeAction: 'SELL', price: 100.5 }],
  ])('of a trade: %s', async (outcome, asked) => {
    const app = await open()
    await app.press(/^A trade/)
    await app.choose('Team', 'Blue Line Bandits')
    await app.tap(await screen.findByRole('radio'))
    await app.choose('What becomes of it', outcome)
    if ('price' in asked) await app.write('Price', '100,5')
    await app.write('Reason', 'Only a half')
    await app.press('See What It Does')
    await app.confirm()
    expect(app.asked()).toMatchObject({ teamId: 2, tradedAt, ...asked })
    expect(app.taps()).toBe(8)
  })

  test('who is on a roster as of a day, found by name among the free agents', async () => {
    const app = await open()
    await app.press(/^Player onto a roster/)
    await app.choose('Team', 'Blue Line Bandits')
    await app.write('Search by name', 'emile')
    const found = await screen.findByRole('list', { name: 'Found players' })
    await waitFor(() => expect(texts(within(found).getAllByRole('button'))).toEqual(['Émile Free RW EDM']))
    await app.press(/^Émile Free/)
    expect(screen.getByRole('button', { name: 'Another player' })).toBeTruthy()
    await app.write('As of', '2026-11-05')
    await app.write('Price', '12.5')
    await app.write('Reason', 'Forgotten in the rush')
    await app.press('See What It Does')
    await app.confirm()
    expect(app.asked()).toEqual({
      kind: 'roster-on',
      teamId: 2,
      playerId: 31,
      asOf: day('2026-11-05'),
      price: 12.5,
      againstRules: false,
    })
    expect(app.taps()).toBe(6)
  })

  test.each([
    [
      'Player off a roster',
      async ({ write }: Awaited<ReturnType<typeof open>>) => write('Price', '3'),
      { kind: 'roster-off', price: 3, againstRules: false },
      7,
    ],
    [
      'Scratch or dress',
      async ({ choose, tap }: Awaited<ReturnType<typeof open>>) => {
        await choose('Lineup', 'Dressed, until the next change')
        await tap(screen.getByRole('checkbox', { name: 'Against the rules of the lineup' }))
      },
      { kind: 'dress', againstRules: true },
      10,
    ],
  ])('%s, as of a day', async (card, rest, asked, taps) => {
    const app = await open()
    await app.press(new RegExp(`^${card}`))
    await app.choose('Team', 'Blue Line Bandits')
    await app.choose('Player', 'Bea Blue (C, scratched)')
    await app.write('As of', '2026-11-05')
    await rest(app)
    await app.write('Reason', 'The phone was in the lake')
    await app.press('See What It Does')
    await app.confirm()
    expect(app.asked()).toEqual({ teamId: 2, playerId: 21, asOf: day('2026-11-05'), ...asked })
    expect(app.taps()).toBe(taps)
  })

  /** As far as the look at what it does. */
  const previewCash = async (
    app: Awaited<ReturnType<typeof open>>,
    amount: string,
    reason: string,
    isTaken = false,
  ) => {
    await app.press(/^Cash/)
    await app.choose('Team', 'Blue Line Bandits')
    if (isTaken) await app.choose('Cash is', 'Taken away')
    await app.write('Amount', amount)
    if (reason !== '') await app.write('Reason', reason)
    await app.press('See What It Does')
  }

  test('cash, added or taken away', async () => {
    const app = await open()
    await previewCash(app, '12.50', 'Paid twice', true)
    await app.confirm()
    expect(app.asked()).toEqual({ kind: 'cash', teamId: 2, amount: -12.5 })
    expect(app.taps()).toBe(7)
    // With one key the league would answer the next with what the last one did.
    await previewCash(app, '3', 'Paid late')
    await app.confirm()
    expect(new Set(app.server.keys).size).toBe(3)
  })

  test.each([
    [/^A trade/, 'Choose the team.'],
    [/^Cash/, 'Choose the team.'],
  ])('nothing without what is missing: %s', async (card, sentence) => {
    const app = await open()
    await app.press(card)
    await app.press('See What It Does')
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(app.server.sent).toEqual([])
  })

  test.each([
    ['an amount', 'much', 'Enter an amount such as 12.50.'],
    ['a reason', '5', 'Give a reason. All members will see it.'],
  ])('nothing without %s', async (_, amount, sentence) => {
    const app = await open()
    await previewCash(app, amount, '')
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(app.server.sent).toEqual([])
  })

  test('nothing that the league refuses, and says why', async () => {
    const message = 'BANDITS has had Zoe since Nov 7. Correct that first.'
    const app = await open({ [PREVIEW]: () => json(409, { code: 'CORRECTION_TAKEN', message }) })
    await previewCash(app, '5', 'A gift')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('nothing twice: an admin who saw it before another one did it learns so', async () => {
    const message = 'The league has changed since you looked. Look at what the correction does now.'
    const app = await open({ [MAKE]: () => json(409, { code: 'CORRECTION_STALE', message }) })
    await previewCash(app, '5', 'A gift')
    const dialog = await screen.findByRole('alertdialog')
    await app.tap(within(dialog).getByRole('button', { name: 'Apply' }))
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    // What was typed is there still.
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('5')
  })
})

test.each([
  ['cash', false],
  ['price', false],
  ['scratch', true],
] as const)('to undo a correction of kind %s may break the rules of the lineup: %s', async (kind, isOffered) => {
  const app = await renderApp('/league/corrections', {
    user: office,
    answers: { '/corrections': [{ ...listed, kind }], '/trading/trades': trades },
  })
  await app.press('Undo correction 3')
  expect(screen.queryByRole('checkbox', { name: 'Against the rules of the lineup' }) !== null).toBe(isOffered)
})

test('a correction is undone from the list of the season', async () => {
  const second = { ...listed, nr: 4, undoes: 2, kind: 'undo' as const, what: 'Undid correction 2' }
  const first = { ...listed, nr: 2, undoneBy: 4 }
  const answers = { '/corrections': [second, first], '/trading/trades': [], [PREVIEW]: preview }
  const app = await renderApp('/league/corrections', { user: office, answers })
  const list = await screen.findByRole('list', { name: 'Corrections' })
  expect(texts(within(list).getAllByRole('listitem'))).toEqual([
    expect.stringMatching(
      /^BLU: Undid correction 2“A slip of the thumb” ChairNo\. 4, .+Total 620\.00 → 621\.50 \+1\.50Undo$/,
    ),
    expect.stringMatching(/^BLU: Undid the sale of Zoe.+, undone by no\. 4Total/),
  ])
  // What is undone already is not undone again.
  expect(screen.getAllByRole('button', { name: /^Undo correction/ })).toHaveLength(1)
  await app.user.click(screen.getByRole('button', { name: 'Undo correction 4' }))
  expect(screen.getByText('Undo correction 4, of BLU: Undid correction 2')).toBeTruthy()
  await app.user.type(screen.getByLabelText('Reason'), 'After all')
  await app.user.click(screen.getByRole('button', { name: 'See What It Does' }))
  await screen.findByRole('alertdialog')
  expect(app.server.sent).toEqual([[PREVIEW, { kind: 'undo', nr: 4, againstRules: false }]])
})

describe('all members see', () => {
  const reader: User = { ...member, features: ['corrections'] }
  const undone = { nr: 3, by: 'Chair', reason: 'A slip', undone: true }
  const marked: Trade[] = trades.map((trade, index) => ({ ...trade, ...(index === 0 && { correction: undone }) }))

  test('in the trades what was undone, and why', async () => {
    const app = await renderApp('/trades', {
      user: reader,
      answers: { '/trading/trades': marked, '/corrections': [listed] },
    })
    await screen.findByRole('table', { name: 'Trades' })
    expect(columnOf(tableNamed('Trades'), 'Action')).toEqual(['Sell, undone', 'Buy', 'Buy'])
    expect(screen.getByText('2 trades this season')).toBeTruthy()
    await app.user.click(await screen.findByText('One correction, with its reason'))
    expect(screen.getByRole('list', { name: 'Corrections' }).textContent).toContain('“A slip of the thumb” Chair')
  })

  test('in the roster changes those of lineups alone, undoings of them too', async () => {
    const lineup = { ...listed, nr: 5, kind: 'scratch' as const, what: 'Scratched Ann' }
    const back = { ...listed, nr: 6, kind: 'undo' as const, undoes: 5, what: 'Undid correction 5' }
    await renderApp('/roster-changes', {
      user: reader,
      answers: {
        '/roster/changes': [
          {
            changedAt: tradedAt,
            team: bandits,
            changeAction: 'SCRATCH',
            player: ann,
            correction: { ...undone, undone: false },
          },
        ],
        '/corrections': [back, lineup, listed],
      },
    })
    await screen.findByText('2 corrections, with their reasons')
    await screen.findByRole('table', { name: 'Roster Changes' })
    expect(columnOf(tableNamed('Roster Changes'), 'Action')).toEqual(['Scratch, corrected'])
  })

  test('on a team’s page what of its score was corrected, by an admin and by the NHL', async () => {
    await renderApp('/teams/2', {
      user: reader,
      answers: {
        '/stats/teams/2': { id: 2, name: 'Blue Line Bandits', shortName: 'BLU' },
        '/roster/teams/2/players?current=true': items,
        '/roster/teams/2/players?current=false': [],
        '/league-admin/settings': {},
        '/teams/2/corrections': {
          sum: 1.5,
          corrections: [listed],
          lines: [
            {
              publishedAt: '2026-11-21T12:00:00.000Z',
              gameDate: '2026-11-18',
              player: ann,
              changes: 'goals 1 → 2',
              pointsBefore: 3,
              pointsAfter: 5,
            },
          ],
        },
      },
    })
    const part = within(await screen.findByRole('region', { name: 'Corrections' }))
    expect(part.getByText(/An admin corrected this team's total by/).textContent).toContain('+1.50')
    expect(part.getByRole('list', { name: 'Corrections' }).textContent).not.toContain('BLU')
    expect(part.getByRole('list', { name: 'Corrected statistics' }).textContent).toMatch(
      /^Ann Arbour, game of Nov 18: goals 1 → 2By the NHL.+Points 3 → 5 \+2$/,
    )
  })

  test.each(['/trades', '/roster-changes', '/teams/2'])(
    'on %s nothing is asked of a server without corrections',
    async (path) => {
      const { server } = await renderApp(path, { user: member, answers: { '/trading/trades': trades } })
      await screen.findByRole('heading', { level: 1 })
      expect(server.asked.filter((each) => each.includes('corrections'))).toEqual([])
    },
  )
})
