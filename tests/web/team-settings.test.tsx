import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Value } from 'typebox/value'
import { beforeEach, describe, expect, test } from 'vitest'
import { TeamNames } from '#contract/stats'
import { startSession } from '#web/data/session'
import { deferred } from '../support/deferred.ts'
import {
  type FakeAnswer,
  type FakeServer,
  goOffline,
  goOnline,
  json,
  newcomer,
  renderApp,
  teams,
} from './render-app.tsx'

const bandits = { ...teams[1], id: 2, name: 'Blue Line Bandits', shortName: 'BLU' }
const PATCH = 'PATCH /stats/teams/2'

/** A server on which a rename works; it tells the names that it was given. */
const renaming = () => {
  const given: TeamNames[] = []
  let saved = bandits
  const answers: FakeServer['answers'] = {
    '/stats/teams/2': () => json(200, saved),
    [PATCH]: async (request) => {
      const names = Value.Parse(TeamNames, await request.json())
      given.push(names)
      saved = { ...saved, ...names }
      return json(200, saved)
    },
  }
  return { given, answers }
}

const broughtIntoSight: Element[] = []
beforeEach(() => {
  broughtIntoSight.length = 0
  Element.prototype.scrollIntoView = function scrollIntoView() {
    broughtIntoSight.push(this)
  }
})

const open = async (answer?: FakeAnswer) => {
  const { given, answers } = renaming()
  const app = await renderApp('/team-settings', { answers: { ...answers, ...(answer && { [PATCH]: answer }) } })
  await screen.findByRole('textbox', { name: 'Team Name' })
  return { ...app, given }
}

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Team Name' })
const shortField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Team Short Name' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const isDisabled = () => [button('Save').disabled, button('Revert').disabled]

/** What an input method does while a character is not finished. */
const typing = (text: string) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(shortField(), text)
  return new InputEvent('input', { bubbles: true, isComposing: true })
}

const rename = async ({ user }: Awaited<ReturnType<typeof open>>, name: string) => {
  await user.tripleClick(nameField())
  await user.paste(name)
  await user.click(button('Save'))
}

describe('team settings', () => {
  test('show the names and the limits; what differs can be saved and reverted, and nothing else', async () => {
    const { user } = await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Team Settings' })).toBeTruthy()
    const id = screen.getByRole<HTMLInputElement>('textbox', { name: 'Team ID' })
    expect([id.value, id.readOnly]).toEqual(['2', true])
    expect([nameField().value, shortField().value]).toEqual(['Blue Line Bandits', 'BLU'])
    expect(screen.getByText('Maximum 31 characters')).toBeTruthy()
    expect(screen.getByText('Maximum 7 characters')).toBeTruthy()
    expect(isDisabled()).toEqual([true, true])
    await user.type(shortField(), 'E')
    expect(isDisabled()).toEqual([false, false])
    await user.type(shortField(), '{Backspace}')
    expect(isDisabled()).toEqual([true, true])
    await user.type(nameField(), ' II')
    await user.click(button('Revert'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(nameField().value).toBe('Blue Line Bandits')
    expect(isDisabled()).toEqual([true, true])
  })

  test.each([
    ['Team Name', 'a'.repeat(40), 'a'.repeat(31)],
    ['Team Name', `${'🏒'.repeat(30)}👨‍👩‍👧‍👦🇨🇦`, `${'🏒'.repeat(30)}👨‍👩‍👧‍👦`],
    ['Team Short Name', '🇨🇦🇫🇮🇸🇪🇺🇸🇨🇿🇸🇰🇨🇭🇩🇪', '🇨🇦🇫🇮🇸🇪🇺🇸🇨🇿🇸🇰🇨🇭'],
    ['Team Short Name', 'ABCDEFGH', 'ABCDEFG'],
  ])('cut the %s to what a reader counts: %s', async (label, pasted, kept) => {
    const { user } = await open()
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: label })
    await user.clear(field)
    await user.paste(pasted)
    expect(field.value).toBe(kept)
  })

  test('do not cut what is still being composed', async () => {
    const { user } = await open()
    await user.clear(shortField())
    fireEvent.compositionStart(shortField())
    fireEvent(shortField(), typing('ABCDEFGH'))
    expect(shortField().value).toBe('ABCDEFGH')
    fireEvent.compositionEnd(shortField())
    expect(shortField().value).toBe('ABCDEFG')
  })

  test('leave the caret where a character was put into the middle of a full field', async () => {
    const { user } = await open()
    await user.tripleClick(shortField())
    await user.paste('ABCDEFG')
    await user.type(shortField(), 'x', { initialSelectionStart: 3 })
    expect([shortField().value, shortField().selectionStart]).toEqual(['ABCxDEF', 4])
    // Cut back to what was there: the caret has moved over it all the same.
    await user.type(shortField(), 'D', { initialSelectionStart: 7 })
    expect([shortField().value, shortField().selectionStart]).toEqual(['ABCxDEF', 7])
  })

  test('trim on leaving a field', async () => {
    const { user } = await open()
    await user.tripleClick(nameField())
    await user.paste('  Goon Squad ')
    expect(nameField().value).toBe('  Goon Squad ')
    await user.tab()
    expect(nameField().value).toBe('Goon Squad')
  })

  test('trim before sending, with Enter too, and spaces alone are not a change', async () => {
    const app = await open()
    await app.user.type(nameField(), '  ')
    expect(isDisabled()).toEqual([true, true])
    await app.user.type(nameField(), '{Enter}')
    expect(app.given).toEqual([])
    await app.user.type(nameField(), 'X {Enter}')
    await screen.findByText('Team settings updated successfully!')
    expect(app.given).toEqual([{ name: 'Blue Line Bandits  X', shortName: 'BLU' }])
  })

  test('tell that they were saved, in sight, until that is dismissed, and are clean again', async () => {
    const app = await open()
    await rename(app, 'Goon Squad')
    const notice = (await screen.findByText('Team settings updated successfully!')).closest('[role=status]')
    expect(notice?.className).toBe('notice success')
    expect(broughtIntoSight).toEqual([notice])
    expect(app.given).toEqual([{ name: 'Goon Squad', shortName: 'BLU' }])
    expect(nameField().value).toBe('Goon Squad')
    expect(isDisabled()).toEqual([true, true])
    await app.user.click(button('Close'))
    expect(screen.queryByText('Team settings updated successfully!')).toBeNull()
  })

  test('renew the menu with the new name', async () => {
    const app = await open(() => {
      app.server.teams = teams.map((team) => (team.id === 2 ? { ...team, name: 'Goon Squad' } : team))
      return json(200, { ...bandits, name: 'Goon Squad' })
    })
    const bar = within(screen.getByRole('navigation', { name: 'Main' }))
    await app.user.click(bar.getByRole('button', { name: 'All Teams' }))
    expect(await bar.findByRole('link', { name: 'Blue Line Bandits' })).toBeTruthy()
    await rename(app, 'Goon Squad')
    await screen.findByText('Team settings updated successfully!')
    await app.user.click(bar.getByRole('button', { name: 'All Teams' }))
    expect(await bar.findByRole('link', { name: 'Goon Squad' })).toBeTruthy()
  })

  test('send a double tap once, and say Saving... meanwhile', async () => {
    const finished = deferred()
    const app = await open(async () => {
      await finished.promise
      return json(200, { ...bandits, name: 'Blue Line Bandits!' })
    })
    await app.user.type(nameField(), '!')
    const save = button('Save')
    act(() => {
      save.click()
      save.click()
    })
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })).disabled).toBe(true)
    expect(button('Revert').disabled).toBe(true)
    expect(nameField().readOnly).toBe(true)
    await waitFor(() => expect(app.server.changes).toEqual([PATCH]))
    act(() => finished.resolve())
    await screen.findByText('Team settings updated successfully!')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(app.server.changes).toEqual([PATCH])
  })

  test.each<[string, FakeAnswer, string]>([
    [
      'a 400 with its code and message',
      () => json(400, { code: 'NAME_TAKEN', message: 'Another team already has this name.' }),
      'NAME_TAKEN: Another team already has this name.',
    ],
    [
      'a 400 whose body says messageCode and messageText',
      () => json(400, { messageCode: 'E17', messageText: 'No such letters.' }),
      'E17: No such letters.',
    ],
    [
      'a 400 unchanged, before the table of codes',
      () => json(400, { code: 'MAX_DRESSED', message: 'Eight letters.' }),
      'MAX_DRESSED: Eight letters.',
    ],
    ['a 400 with a message alone', () => json(400, { message: 'Eight letters.' }), 'Eight letters.'],
    ['a 400 with a code alone', () => json(400, { code: 'NAME' }), 'NAME: Failed to save team settings'],
    ['a 503 with words', () => json(503, { code: 'X', message: 'Later.' }), 'Failed to save team settings'],
    [
      'a 403',
      () => json(403, { code: 'FORBIDDEN', message: 'Not yours.' }),
      'Access denied: You do not have permission to modify this team',
    ],
    ['another failure', 'fails', 'Failed to save team settings'],
    ['a gateway without a server', () => new Response('', { status: 502 }), 'Failed to save team settings'],
  ])('tell %s', async (_, answer, sentence) => {
    const app = await open(answer)
    await rename(app, 'Goon Squad')
    const alert = await screen.findByRole('alert')
    expect(alert.className).toBe('notice error')
    expect(broughtIntoSight).toEqual([alert])
    expect(alert.firstElementChild?.textContent).toBe(sentence)
    expect(alert.querySelector('small')?.textContent ?? '').toBe(/^[A-Z][A-Z_0-9]+: /.exec(sentence)?.[0] ?? '')
    expect(nameField().value).toBe('Goon Squad')
    expect(isDisabled()).toEqual([false, false])
    await app.user.click(button('Close'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('tell a lost network by its own message, not in red, and until they are reverted', async () => {
    const app = await open('unreachable')
    await rename(app, 'Goon Squad')
    const alert = await screen.findByRole('alert')
    expect(alert.className).toBe('notice warning')
    expect(within(alert).getByText('Failed to fetch')).toBeTruthy()
    expect(nameField().value).toBe('Goon Squad')
    await app.user.click(button('Revert'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(nameField().value).toBe('Blue Line Bandits')
  })

  test('are not sent without a connection', async () => {
    const app = await open()
    await goOffline(app)
    expect(screen.getByText("You're offline. Changes to your team's names need a connection.")).toBeTruthy()
    await rename(app, 'Goon Squad')
    expect((await screen.findByRole('alert')).textContent).toContain(
      "You're offline. Nothing was changed: try again when the connection is back.",
    )
    expect(app.server.changes).toEqual([])
    goOnline(app)
    await waitFor(() => expect(screen.queryByText(/^You're offline\. Nothing was changed/)).toBeNull())
  })
})

test.each([
  ['a team', newcomer, 'Team Settings', 0],
  ['a login', null, 'Please log in', 2],
])('team settings need %s', async (_, user, heading, logins) => {
  await renderApp('/team-settings', { user })
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  expect(screen.getByText('You must be logged in and have a team to access team settings.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryAllByRole('link', { name: 'Login' })).toHaveLength(logins)
})

describe('leaving the team settings', () => {
  const leave = async ({ user }: Awaited<ReturnType<typeof open>>) =>
    user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Standings' }))

  test('with nothing changed asks nothing', async () => {
    const app = await open()
    await leave(app)
    await waitFor(() => expect(app.history.location.pathname).toBe('/standings'))
  })

  test('with unsaved changes asks, and stays with them or leaves', async () => {
    const app = await open()
    await app.user.type(nameField(), '!')
    await leave(app)
    await app.answer('Cancel', 'Leave without saving?')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(app.history.location.pathname).toBe('/team-settings')
    expect(nameField().value).toBe('Blue Line Bandits!')
    await leave(app)
    await app.answer('Leave')
    await waitFor(() => expect(app.history.location.pathname).toBe('/standings'))
    expect(app.server.changes).toEqual([])
  })

  test('by logging out with unsaved changes asks before anything is cleared', async () => {
    const goneTo: string[] = []
    const app = await open()
    startSession({
      client: app.client,
      askServer: async () => 'alive',
      goTo: (address) => goneTo.push(address),
      dropChanges: async () => undefined,
    })
    const logOut = async () => {
      await app.user.click(screen.getByRole('button', { name: 'member' }))
      await app.user.click(screen.getByRole('link', { name: 'Logout' }))
      return within(await screen.findByRole('alertdialog', { name: 'Log out' }))
    }
    await app.user.type(nameField(), '!')
    await app.user.click((await logOut()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(nameField().value).toBe('Blue Line Bandits!')
    expect(goneTo).toEqual([])
    await app.user.click((await logOut()).getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(goneTo).toEqual(['/auth/logout']))
    // The form is gone before the page is: nothing asks a second time.
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(app.server.changes).toEqual([])
  })
})
