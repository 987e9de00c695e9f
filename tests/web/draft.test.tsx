// Fetched before it is first opened: on a busy machine that takes longer than a test waits.
import '#web/features/draft/draft-side.tsx'
import '#web/features/draft/roster-dialog.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DraftBox } from '#contract/draft'
import { holdFrames } from '../support/held-frames.ts'
import { texts } from '../support/screen-table.ts'
import { boxed, draftedBy, lastPick, pick } from './draft-scene.ts'
import { feelTicks } from './feel-ticks.ts'
import { allArrived, goOffline, goOnline, json, member, newcomer, once, premium, renderApp } from './render-app.tsx'

const boxes: DraftBox[] = [
  { boxName: '1.RW', players: [boxed(5, 'Right Wing')] },
  { boxName: '2.LW', players: [boxed(6, 'Second Left')] },
  { boxName: '1.LD', players: [boxed(4, 'Left Defender', draftedBy(2))] },
  {
    boxName: '1.LW',
    players: [boxed(1, 'First Left'), boxed(2, 'Taken Left', draftedBy(3))],
  },
  { boxName: '1.C', players: [boxed(3, 'Centre')] },
]
const ownTurn = [pick(1, 3, 'DONE'), pick(2, 2, 'ACTIVE'), pick(3, 1, 'WAITING'), pick(4, 1, 'SKIPPED')]
const answers = (over: object = {}) => ({
  '/draft/boxes': boxes,
  '/draft/boxes?teamId=3': boxes,
  '/draft/pick-sequence': ownTurn,
  '/draft/players/last-drafted': lastPick,
  ...over,
})
const box = (name: string) => screen.findByRole('article', { name: `Box ${name}` })
const boxNames = () => screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))

/** jsdom lays nothing out: what it is asked to bring into sight. */
const broughtIntoSight: (string | null)[] = []
beforeEach(() => {
  broughtIntoSight.length = 0
  Element.prototype.scrollIntoView = function scrollIntoView() {
    broughtIntoSight.push(this.getAttribute('aria-label'))
  }
})

describe('the draft board', () => {
  test('shows the sequence, the turn, the last pick, and the boxes in their order with the state of each', async () => {
    await renderApp('/draft', { answers: answers() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Draft Pick Sequence' })).toBeTruthy()
    await screen.findByText(/picking now/)
    const items = screen.getAllByRole('listitem')
    const badges = items.filter((item) => item.className.startsWith('pick '))
    expect(badges.map((badge) => [badge.textContent, badge.className])).toEqual([
      ['1 CRE, done', 'pick done'],
      ['2 BLU, picking now', 'pick own active'],
      ['3 NOR, waiting', 'pick waiting'],
      ['4 NOR, pending', 'pick waiting'],
    ])
    expect(screen.getByText("It's your turn! You can now draft a player.").className).toBe('turn success')
    const strip = screen.getByRole('heading', { name: 'Last Drafted Player' }).parentElement
    await waitFor(() => expect(strip?.textContent).toContain('CRE 1.LW Taken Left LW EDM'))
    await box('2.OUT')
    const names = (section: string) =>
      texts(within(screen.getByRole('region', { name: section })).getAllByRole('heading', { level: 3 }))
    expect(names('Forwards')).toEqual(['1.LW', '1.C', '1.RW', '2.LW'])
    expect(names('Defense')).toEqual(['1.LD'])
    expect(names('Special Picks')).toEqual(['1.OUT', '2.OUT'])
    await waitFor(async () =>
      expect((await box('1.OUT')).textContent).toContain('Select a player from available free agents'),
    )
    const left = await box('1.LW')
    await waitFor(() => expect(left.querySelector('header')?.className).toBe('spread box-head active'))
    expect(texts(within(left).getAllByRole('rowheader'))).toEqual(['Taken Left, reserved', 'First Left'])
    expect(within(left).getAllByRole('button', { name: /^Draft/ })).toHaveLength(1)
    const filled = await box('1.LD')
    expect(filled.querySelector('header')?.className).toBe('spread box-head closed')
    expect(within(filled).queryByRole('button')).toBeNull()
  })

  test('comes with the round of the turn and the first, and with the box in sight; the rest follows', async () => {
    vi.stubGlobal('innerWidth', 390)
    const rounds = [1, 2, 3, 4].flatMap((round) =>
      [1, 2, 3].map((order) => ({ ...pick(3 * round + order - 3, order, round < 3 ? 'DONE' : 'WAITING'), round })),
    )
    const sequence = rounds.map((each) => (each.sequenceNr === 7 ? { ...each, pickStatus: 'ACTIVE' } : each))
    const app = await renderApp('/draft', { answers: answers({ '/draft/pick-sequence': sequence }) })
    await box('2.OUT')
    await act(() => app.router.navigate({ to: '/rules' }))
    const { drawFrame } = holdFrames()
    await act(() => app.router.navigate({ to: '/draft' }))
    const badges = () => document.querySelectorAll('.pick').length
    await waitFor(() => expect(badges()).toBeGreaterThan(0))
    expect(badges()).toBe(6)
    expect(screen.getAllByRole('article')).toHaveLength(1)
    await waitFor(() => {
      act(drawFrame)
      expect(badges()).toBe(12)
      expect(screen.getAllByRole('article')).toHaveLength(7)
    })
  })

  /** The statuses of the teams 3, 2 (the member's) and 1. */
  test.each([
    [['ACTIVE', 'WAITING'], 'turn info', 'Waiting for CRE to pick a player.', 0],
    [['ACTIVE', 'ACTIVE'], 'turn success', 'Open drafting! All teams can draft players.', 1],
    [['ACTIVE', 'DONE', 'ACTIVE'], 'turn success', 'Open drafting! All teams can draft players.', 0],
    [['ACTIVE', 'ACTIVE', 'WAITING'], 'turn info', 'Waiting for CRE to pick a player.', 0],
    [['DONE'], 'turn info', 'The draft is over.', 0],
    [['WAITING', 'WAITING'], 'turn', '', 0],
    [[], 'turn', '', 0],
  ])('of picks that are %j tells the turn: %s, %s', async (statuses, className, text, buttons) => {
    const sequence = statuses.map((status, index) => pick(index + 1, 3 - index, status))
    await renderApp('/draft', { answers: answers({ '/draft/pick-sequence': sequence }) })
    const left = await box('1.LW')
    await waitFor(() => expect(document.querySelector('.turn')?.textContent).toBe(text))
    expect(document.querySelector('.turn')?.className).toContain(className)
    expect(left.querySelector('header')?.className).toBe(`spread box-head ${buttons === 0 ? 'waiting' : 'active'}`)
    expect(within(left).queryAllByRole('button', { name: 'Draft First Left' })).toHaveLength(buttons)
  })

  test.each([
    ['No one yet', 'no one has been drafted', 404],
    ['-', 'the server does not say', 500],
  ])('says %s as the last one where %s', async (said, _, status) => {
    await renderApp('/draft', { answers: answers({ '/draft/players/last-drafted': () => json(status, {}) }) })
    const strip = (await screen.findByRole('heading', { name: 'Last Drafted Player' })).parentElement
    await waitFor(() => expect(strip?.textContent).toBe(`Last Drafted Player${said}`))
    // Nothing else comes of it.
    await box('1.C')
    expect(strip?.textContent).toBe(`Last Drafted Player${said}`)
  })

  test('has the boxes that always exist also before the draft is prepared', async () => {
    await renderApp('/draft', { answers: answers({ '/draft/boxes': [], '/draft/pick-sequence': [] }) })
    expect(
      await screen.findByText(
        'The boxes are not generated yet. Before the draft every position has its boxes of players here.',
      ),
    ).toBeTruthy()
    for (const name of ['1.OUT', '2.OUT']) {
      expect((await box(name)).textContent).toContain('Empty - Awaiting selection')
    }
    // "0 of 2" would say that a roster has two places.
    expect(await screen.findByRole('button', { name: 'My roster' })).toBeTruthy()
  })

  test('asks for the last drafted player once there is a sequence', async () => {
    const app = await renderApp('/rules', {
      answers: answers({
        '/draft/pick-sequence': [],
        '/draft/players/last-drafted': () => json(404, {}),
        '/league-admin/settings': {},
      }),
    })
    app.client.setQueryData(['pick-sequence'], [])
    await act(() => app.router.navigate({ to: '/draft' }))
    expect(await screen.findByText('No one yet')).toBeTruthy()
    await box('1.C')
    expect(app.server.asked).not.toContain('/draft/players/last-drafted')
    app.server.answers['/draft/pick-sequence'] = ownTurn
    await act(() => app.client.invalidateQueries({ queryKey: ['pick-sequence'] }))
    await waitFor(() => expect(app.server.asked).toContain('/draft/players/last-drafted'))
  })

  test("waits where it is not the member's turn, and for those without a team", async () => {
    await renderApp('/draft', { user: newcomer, answers: answers() })
    await screen.findByText(/picking now/)
    const left = await box('1.LW')
    expect(left.querySelector('header')?.className).toBe('spread box-head waiting')
    expect(screen.queryByRole('button', { name: /^Draft/ })).toBeNull()
    expect((await box('1.OUT')).textContent).toContain('Empty - Awaiting selection')
    expect(screen.queryByRole('heading', { name: 'Draft Outside Players' })).toBeNull()
  })

  test('drafts once, after a confirmation that names the player, and fetches everything again', async () => {
    const app = await renderApp('/draft', { answers: answers({ 'POST /draft/teams/2/players/1': {} }) })
    const felt = feelTicks()
    await app.press('Draft First Left')
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Draft Pick' })
    expect(dialog.textContent).toContain('Draft First Left (EDM) into box 1.LW?')
    expect(felt).toEqual([])
    await app.user.dblClick(within(dialog).getByRole('button', { name: 'Draft' }))
    expect(felt, 'a tick in the hand').toEqual([10])
    const answer = await within(await box('1.LW')).findByText('Player drafted successfully!')
    expect(answer.closest('header')?.textContent).toBe('1.LWPlayer drafted successfully!')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('1.LW'))
    expect(broughtIntoSight).toEqual([])
    expect(app.server.changes).toEqual(['POST /draft/teams/2/players/1'])
    await waitFor(() => expect(screen.queryByText('Player drafted successfully!')).toBeNull())
  })

  test.each([
    ["the server's sentence", () => json(409, { code: 'X', message: 'Somebody was faster.' }), 'Somebody was faster.'],
    ['its `error`', () => json(409, { error: 'Not your box.' }), 'Not your box.'],
    ['of a 503, too', () => json(503, { message: 'The draft pauses.' }), 'The draft pauses.'],
    ['whatever the table has for the code', () => json(403, { code: 'FORBIDDEN', message: 'No.' }), 'No.'],
    ['the status with its text', () => new Response('Out of order', { status: 503 }), 'HTTP 503: Out of order'],
    ['the status without one', () => json(500, null), 'HTTP 500: Failed to draft player'],
    ['no answer, and it is not sent again to a server without keys', 'unreachable', 'No answer came. Check Draft.'],
  ])('says why a pick failed: %s', async (_, refuse, sentence) => {
    const app = await renderApp('/draft', { answers: answers({ 'POST /draft/teams/2/players/1': refuse }) })
    await app.press('Draft First Left')
    const dialog = await screen.findByRole('alertdialog')
    await app.user.click(within(dialog).getByRole('button', { name: 'Draft' }))
    const notice = await within(dialog).findByRole('alert')
    expect(notice.textContent).toBe(sentence)
    expect(app.server.changes).toEqual(['POST /draft/teams/2/players/1'])
    expect(notice.querySelector('small')?.textContent ?? '').toBe(/^HTTP \d+: /.exec(sentence)?.[0] ?? '')
  })

  test('is on the board with its answer: neither board nor question waits for the reload', async () => {
    const app = await renderApp('/draft', {
      answers: answers({ '/draft/boxes': once(boxes), 'POST /draft/teams/2/players/1': {} }),
    })
    await app.press('Draft First Left')
    await app.answer('Draft')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const row = within(await box('1.LW')).getByRole('row', { name: /First Left/ })
    expect(row.className).toBe('row own')
    expect(within(row).getByText('BLU')).toBeTruthy()
    await waitFor(() => expect(app.server.asked.filter((path) => path === '/draft/boxes')).toHaveLength(2))
  })
})

describe('the way over the board', () => {
  test('a search finds players in all boxes, whatever the accents', async () => {
    const found = { boxName: '2.G', players: [boxed(7, 'Zdeněk Le-Blanc'), boxed(8, 'Blank Page')] }
    const app = await renderApp('/draft', { answers: answers({ '/draft/boxes': [...boxes, found] }) })
    await box('2.OUT')
    await app.user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'ZDENEK blan')
    await waitFor(() => expect(boxNames()).toEqual(['Box 2.G']))
    expect(within(await box('2.G')).getAllByRole('rowheader')).toHaveLength(1)
    expect(broughtIntoSight.length).toBeGreaterThan(0)
    await app.user.keyboard('x')
    expect(await screen.findByText('No one by that name in these boxes.')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Clear the search' }))
    await waitFor(() => expect(boxNames()).toHaveLength(8))
  })

  test('a row of boxes says what each is to the team, and leads there', async () => {
    const gone = { boxName: '2.C', players: [boxed(9, 'Gone', { teamId: 3, isDrafted: true })] }
    // A player who is not on the board can still be found.
    const outside = { boxName: '1.OUT', players: [boxed(10, 'Out Sider', { teamId: 3, isDrafted: true })] }
    const app = await renderApp('/draft', { answers: answers({ '/draft/boxes': [...boxes, gone, outside] }) })
    await box('2.OUT')
    const chips = within(await screen.findByRole('navigation', { name: 'Boxes' })).getAllByRole('button')
    expect(texts(chips)).toEqual([
      '1.LW open',
      '1.C open',
      '1.RW open',
      '2.LW open',
      '2.C all drafted',
      '1.LD mine: Left Defender',
      '1.OUT open',
      '2.OUT open',
    ])
    await app.user.click(screen.getByRole('button', { name: '1.RW open' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('1.RW'))
    expect(broughtIntoSight).toContain('Box 1.RW')
  })

  test("the member's open boxes alone: one that is filled meanwhile stays, and the device remembers", async () => {
    const { user, unmount } = await renderApp('/draft', { answers: answers({ 'POST /draft/teams/2/players/1': {} }) })
    await box('2.OUT')
    expect(boxNames()).toContain('Box 1.LD')
    await user.click(screen.getByRole('switch', { name: 'My open boxes', checked: false }))
    expect(boxNames()).not.toContain('Box 1.LD')
    await user.click(await screen.findByRole('button', { name: 'Draft First Left' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Draft' }))
    await screen.findByText('Player drafted successfully!')
    expect(boxNames()).toContain('Box 1.LW')
    unmount()
    await renderApp('/draft', { answers: answers() })
    await box('2.OUT')
    expect(screen.getByRole('switch', { name: 'My open boxes', checked: true })).toBeTruthy()
    expect(boxNames()).not.toContain('Box 1.LD')
    // The row still leads to a box that is left out.
    await user.click(await screen.findByRole('button', { name: '1.LD mine: Left Defender' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('1.LD'))
  })

  test('free players alone are offered once, and the answer is remembered', async () => {
    const question = () => screen.queryByText('Show only free players?')
    const open = async () => {
      const turn = [pick(1, 3, 'ACTIVE'), pick(2, 2, 'WAITING')]
      const app = await renderApp('/draft', { answers: answers({ '/draft/pick-sequence': turn }) })
      await box('2.OUT')
      return app
    }
    const { user, unmount } = await open()
    expect(screen.getByRole('link', { name: 'Taken Left' })).toBeTruthy()
    expect(question()).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    expect(question()).toBeNull()
    expect(screen.queryByRole('link', { name: 'Taken Left' })).toBeNull()
    expect((await box('1.LD')).textContent).toContain('Everyone in this box is taken.')
    await user.click(screen.getByRole('switch', { name: 'Free only', checked: true }))
    unmount()
    await open()
    expect(screen.getByRole('link', { name: 'Taken Left' })).toBeTruthy()
    expect(question()).toBeNull()
  })

  test("the member's roster is one tap away, and each of its places leads to the box", async () => {
    const app = await renderApp('/draft', { answers: answers() })
    await box('2.OUT')
    await app.press('My roster 1 of 7')
    const dialog = await screen.findByRole('dialog', { name: 'My Roster, 1 of 7' })
    const places = within(dialog).getAllByRole('listitem')
    expect(texts(places).join(' | ')).toBe(
      '1.LW open | 1.C open | 1.RW open | 2.LW open | 1.LD Left Defender | 1.OUT open | 2.OUT open',
    )
    await app.user.click(within(dialog).getByRole('button', { name: '1.C open' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('1.C'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('before the draft the roster has the keeper who is chosen', async () => {
    const app = await renderApp('/draft', {
      answers: answers({
        '/draft/pick-sequence': [],
        '/draft/teams/2/keepers': [{ player: { playerId: 3, name: 'Centre' }, keeperIndex: 1 }],
      }),
    })
    await box('2.OUT')
    await app.press('My roster 1 of 7')
    expect(await screen.findByRole('button', { name: '1.C Centre (keeper)' })).toBeTruthy()
  })

  test('in a wide window roster and last picks stand beside the board', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(min-width: 1200px)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const drafted = Array.from({ length: 12 }, (_, index) => ({
      ...lastPick,
      playerId: index + 1,
      name: `Pick ${index}`,
      draftedAt: `2026-09-20T23:00:${10 + index}Z`,
    }))
    await renderApp('/draft', { answers: answers({ '/draft/players?drafted=true': drafted }) })
    const roster = within(await screen.findByRole('region', { name: 'My Roster 1 of 7' }))
    expect(roster.getByRole('button', { name: '1.LD Left Defender' })).toBeTruthy()
    const picks = within(screen.getByRole('region', { name: 'Last Picks' }))
    await waitFor(() => expect(picks.getAllByRole('listitem')).toHaveLength(10))
    const [first, , , , , , , , , tenth] = picks.getAllByRole('listitem')
    expect([first?.textContent, tenth?.textContent]).toEqual(['CRE 1.LW Pick 11', 'CRE 1.LW Pick 2'])
  })
})

describe('premium members', () => {
  test('see tags and ranks, and write tags that are saved when the field is left', async () => {
    const app = await renderApp('/draft', {
      user: premium,
      answers: answers({ 'PUT /draft/tags/teams/3/players/3': {} }),
    })
    const heads = within(await box('1.C')).getAllByRole('columnheader')
    expect(texts(heads).join(' | ')).toBe('# | Name | Tag | NHL | Pts | GP | NP | FR | Team | Draft')
    const field = screen.getByRole('textbox', { name: 'Tag for Centre' })
    await app.user.type(field, 'sleeper{Enter}')
    expect(document.activeElement).not.toBe(field)
    await waitFor(() => expect(app.server.sent).toEqual([['PUT /draft/tags/teams/3/players/3', 'sleep']]))
    await app.user.click(field)
    await app.user.tab()
    expect(app.server.sent).toHaveLength(1)
  })

  test('keep a tag that is not saved until it is, with the reason over the page', async () => {
    let isBroken = true
    const app = await renderApp('/draft', {
      user: premium,
      answers: answers({
        'PUT /draft/tags/teams/3/players/3': () => (isBroken ? json(400, { message: 'Too long.' }) : json(200, {})),
        '/draft/boxes?teamId=3': () =>
          json(200, isBroken ? boxes : [{ boxName: '1.C', players: [boxed(3, 'Centre', { tag: 'good' })] }]),
      }),
    })
    await box('1.C')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tag for Centre' })
    await app.user.type(field, 'good{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.parentElement?.className).toContain('floating')
    expect(alert.textContent).toContain('Too long.')
    await allArrived(app)
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['good', 'true'])
    isBroken = false
    await app.press('Try again')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('false'))
    await allArrived(app)
    expect(field.value).toBe('good')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(app.server.sent.map(([, body]) => body)).toEqual(['good', 'good'])
  })

  test('give up a tag that is not saved by closing the reason', async () => {
    const app = await renderApp('/draft', {
      user: premium,
      answers: answers({ 'PUT /draft/tags/teams/3/players/3': () => json(500, {}) }),
    })
    await box('1.C')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tag for Centre' })
    await app.user.type(field, 'good{Enter}')
    await within(await screen.findByRole('alert')).findByText(/Failed to save tag/)
    await app.press('Close')
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['', 'false'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('others do not', async () => {
    await renderApp('/draft', { user: member, answers: answers() })
    const heads = within(await box('1.C')).getAllByRole('columnheader')
    expect(texts(heads)).toEqual(['#', 'Name', 'NHL', 'Pts', 'GP', 'NP', 'Team', 'Draft'])
  })
})

describe('players who are in no box', () => {
  const found = { id: 99, name: 'Out Sider', position: 'C', nhlTeam: 'BOS' }
  const form = () => within(screen.getByRole('region', { name: 'Draft Outside Players' }))

  /** Searched by the id, with a box chosen. */
  const findPlayer = async () => {
    const app = await renderApp('/draft', {
      answers: answers({ '/draft/outside-players/99': found, 'POST /draft/teams/2/players/99?box=1.OUT': {} }),
    })
    await screen.findByRole('region', { name: 'Draft Outside Players' })
    const draft = form().getByRole('button', { name: 'Draft Player' })
    expect(draft.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(draft)
    expect(await form().findByText('Please enter a player ID')).toBeTruthy()
    await app.user.type(form().getByLabelText('Player ID'), '99{Enter}')
    await waitFor(() => expect(form().getByLabelText('Player Name')).toHaveProperty('value', 'Out Sider'))
    expect(form().getByLabelText('Position')).toHaveProperty('value', 'C')
    await app.user.selectOptions(form().getByLabelText('Draft Box'), '1.OUT')
    return app
  }

  test('are found by their id and drafted into a box, after a confirmation', async () => {
    const app = await findPlayer()
    await app.user.click(form().getByRole('button', { name: 'Draft Player' }))
    await app.answer('Draft', 'Confirm Draft')
    expect(await screen.findByText('Successfully drafted Out Sider to 1.OUT!')).toBeTruthy()
    expect(app.server.changes).toEqual(['POST /draft/teams/2/players/99?box=1.OUT'])
  })

  test('are neither searched nor drafted without a connection, and nothing is asked', async () => {
    const app = await findPlayer()
    const isRefused = async (sentence: string) => {
      expect(await form().findByText(sentence)).toBeTruthy()
      for (const name of ['Search', 'Draft Player'])
        expect(form().getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
      goOnline(app)
      await waitFor(() => expect(form().queryByText(sentence)).toBeNull())
    }
    await goOffline(app)
    await app.user.click(form().getByRole('button', { name: 'Draft Player' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await isRefused("You're offline. Nothing was drafted.")
    await goOffline(app)
    await app.user.type(form().getByLabelText('Player ID'), '{Enter}')
    await isRefused("You're offline. The search needs a connection.")
    expect(app.server.changes).toEqual([])
  })

  const NOT_FOUND = 'Player ID is not found, or is already in one of the draft boxes.'
  test.each([
    ['no id', '', 200, {}, 'Please enter a player ID'],
    ['unknown', '8', 404, {}, NOT_FOUND],
    ['in a box', '8', 400, { message: 'He is in box 1.C.' }, 'He is in box 1.C.'],
    ['a 400 with a code of the table', '8', 400, { code: 'FORBIDDEN', message: 'Not for you.' }, 'Not for you.'],
    ['a 503 with words', '8', 503, { message: 'Later.' }, NOT_FOUND],
    ['a 400 without words', '8', 400, {}, 'Unspecified 400 error occurred.'],
  ])('%s: says why', async (_, id, status, body, sentence) => {
    const app = await renderApp('/draft', {
      answers: answers({ '/draft/outside-players/8': () => json(status, body) }),
    })
    await screen.findByRole('region', { name: 'Draft Outside Players' })
    await app.user.type(form().getByLabelText('Player ID'), `${id}{Enter}`)
    expect(await form().findByText(sentence)).toBeTruthy()
    await app.user.click(form().getByRole('button', { name: 'Reset' }))
    expect(form().queryByText(sentence)).toBeNull()
  })
})

describe('the draft board without a connection', () => {
  const OFFLINE = "You're offline. Nothing was drafted."
  test('has no Draft button, says why, shows the banner, and gives the buttons back', async () => {
    const app = await renderApp('/draft', { answers: answers() })
    await screen.findByRole('button', { name: 'Draft First Left' })
    await goOffline(app)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Draft (?!Player)/ })).toBeNull())
    expect(screen.getByText(OFFLINE)).toBeTruthy()
    expect(screen.getByText('No live updates')).toBeTruthy()
    expect(screen.getByText(/^Connection dropped: Real-time updates are not available\./)).toBeTruthy()
    expect(screen.queryByText('Select a player from available free agents')).toBeNull()
    goOnline(app)
    await screen.findByRole('button', { name: 'Draft First Left' })
    await waitFor(() => expect(screen.queryByText(OFFLINE)).toBeNull())
  })

  test('an open question says so and sends nothing', async () => {
    const app = await renderApp('/draft', { answers: answers() })
    await app.press('Draft First Left')
    const question = await screen.findByRole('alertdialog')
    await goOffline(app)
    await within(question).findByText(OFFLINE)
    await app.user.click(within(question).getByRole('button', { name: 'Draft' }))
    expect(app.server.changes).toEqual([])
    expect(screen.queryByText(/Whether the pick counts/)).toBeNull()
  })

  test('a tag is refused in words', async () => {
    const app = await renderApp('/draft', { user: premium, answers: answers() })
    const tag = await screen.findByRole('textbox', { name: 'Tag for First Left' })
    await goOffline(app)
    await app.user.type(tag, 'top{Enter}')
    await screen.findByText("You're offline. Nothing was changed: try again when the connection is back.")
    expect(app.server.changes).toEqual([])
    goOnline(app)
    await waitFor(() => expect(screen.queryByText(/^You're offline\. Nothing was changed/)).toBeNull())
    await screen.findByText(/^1 tag not saved\./)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Tag for First Left' }).value).toBe('top')
    await app.press('Try again')
    await waitFor(() => expect(app.server.changes).toEqual(['PUT /draft/tags/teams/3/players/1']))
  })
})
