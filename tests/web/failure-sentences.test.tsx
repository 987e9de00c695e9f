import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls'
import type { User } from '#contract/user'
import { CallError } from '#web/net/call-error'
import { request } from '#web/net/request'
import { admin, allArrived, type FakeAnswer, json, member, premium, renderApp } from './render-app.tsx'

// Spec, section 8: the sentence of every call, by hand.

const ACTION = 'Request failed with status {n}'
/** By the name of the call; an empty one is of a call whose failures are ignored or only logged. */
const sentences: Readonly<Record<string, string>> = {
  'user.getUser': '',
  'stats.getTeams': 'Failed to fetch standings',
  'stats.getLastUpdated': '',
  'stats.getRecentPoints': '',
  'stats.getTeam': 'Failed to fetch team data',
  'stats.patchTeam': 'Failed to save team settings',
  'stats.getPlayers': 'Failed to fetch skaters',
  'stats.getPlayer': 'Failed to fetch player info',
  'stats.getTimeSeries': 'Error loading time series data',
  'stats.getPreviousSeasons': 'Error loading previous seasons data',
  'stats.getPlayersPreview': 'Failed to fetch players preview',
  'stats.getNhlTeams': 'Failed to fetch NHL standings',
  'league.getLeagueSettings': 'Failed to fetch league settings',
  'roster.getTeamPlayers': 'Failed to fetch team data',
  'roster.getRosterEntry': 'Failed to fetch roster entry',
  'roster.putScratchStatus': 'Failed to update scratch status',
  'roster.putLineup': 'Failed to update scratch status',
  'roster.getRosterChanges': 'Failed to fetch roster changes',
  'trading.addToCart': 'Failed to add player to shopping cart',
  'trading.getCart': 'Failed to fetch shopping cart',
  'trading.removeFromCart': 'Failed to remove player from cart',
  'trading.emptyCart': 'Failed to empty cart',
  'trading.executeTrade': 'Failed to execute trade',
  'trading.getTrades': 'Failed to fetch trades',
  'draft.getKeeperBoxes': 'Failed to fetch draft boxes',
  'draft.getKeeper': '',
  'draft.keepPlayer': 'Failed to choose keeper',
  'draft.getKeepersStatus': '',
  'draft.getDraftBoxes': 'Failed to fetch draft boxes',
  'draft.getPickSequence': '',
  'draft.getLastDrafted': '',
  'draft.getDraftedPlayers': 'Failed to fetch drafted players',
  'draft.getDraftTeams': '',
  'draft.draftPlayer': 'Failed to draft player',
  'draft.putTag': 'Failed to save tag',
  'draft.getOutsidePlayer': 'Player ID is not found, or is already in one of the draft boxes.',
  'draft-admin.generateBoxes': ACTION,
  'draft-admin.lockKeepers': ACTION,
  'draft-admin.setPickingTeam': ACTION,
  'draft-admin.addPickingTeam': ACTION,
  'draft-admin.removePickingTeam': ACTION,
  'draft-admin.freePicking': ACTION,
  'draft-admin.resumeSequence': ACTION,
  'draft-admin.forwardSequence': ACTION,
  'draft-admin.backSequence': ACTION,
  'draft-admin.randomizeSequence': ACTION,
  'draft-room.getDraftRoom': '',
  'draft-room.getPickList': 'Failed to fetch the pick list',
  'draft-room.putPickList': 'Failed to save the pick list',
  'draft-room.putPickForMe': 'Failed to save the switch',
  'draft-room.removeKeeper': 'Failed to take back the keeper',
  'draft-room.getDraftLog': 'Failed to fetch the draft log',
  'draft-room.getPresence': ACTION,
  'draft-room.keepForTeam': ACTION,
  'draft-room.unlockKeepers': ACTION,
  'draft-room.draftForTeam': ACTION,
  'draft-room.takeBackPick': ACTION,
  'draft-room.putClock': ACTION,
  'draft-room.pauseDraft': ACTION,
  'draft-room.resumeDraft': ACTION,
  'push.getPush': 'Failed to fetch notification settings',
  'push.putPush': 'Failed to switch on notifications',
  'push.patchPush': 'Failed to save notification settings',
  'push.deletePush': 'Failed to switch off notifications',
  'history.getHistory': 'Failed to fetch the history',
  'history.getSeasonHistory': 'Failed to fetch the season',
  'history.getSeasonTrades': 'Failed to fetch the season',
  'history.getSeasonChanges': 'Failed to fetch the season',
  'history.getSeasonDraft': 'Failed to fetch the season',
  'history.getSeasonDraftLog': 'Failed to fetch the season',
  'history.getSeasonCorrections': 'Failed to fetch the season',
  'history.getSeasonNhlCorrections': 'Failed to fetch the season',
  'history.getSeasonTeam': 'Failed to fetch the season',
  'next-season.getNextSeason': 'Failed to fetch the season',
  'next-season.getSeasonPlan': 'Failed to fetch what would be done',
  'next-season.startSeason': ACTION,
  'next-season.undoSeason': ACTION,
  'message.getMessage': '',
  'message.readMessage': 'Failed to note that the message was read',
  'message.getOfficeMessage': 'Failed to fetch the message',
  'message.tellMembers': 'Failed to send the message',
  'office.getOfficeMembers': 'Failed to fetch the members',
  'office.addMember': 'Failed to add the member',
  'office.changeMember': 'Failed to change the member',
  'office.removeMember': 'Failed to remove the member',
  'office.inviteMember': 'Failed to make the invitation',
  'office.endLogins': 'Failed to end the logins',
  'office.getOfficeTeams': 'Failed to fetch the teams',
  'office.addTeam': 'Failed to add the team',
  'office.renameAnyTeam': 'Failed to rename the team',
  'office.handOverTeam': 'Failed to hand the team over',
  'office.retireTeam': 'Failed to mark the team',
  'office-records.getAudit': 'Failed to fetch the records',
  'office-records.getAuditFile': 'Failed to make the table file',
  'office-records.getBackups': 'Failed to fetch the list of backups',
  'office-statistics.getOfficeStatistics': 'Failed to fetch the state of the statistics',
  'office-statistics.importNow': 'Failed to start the import',
  'office-statistics.publishNow': 'Failed to publish',
  'office-statistics.getOfficeSeason': 'Failed to fetch the settings of the season',
  'office-statistics.changeOfficeSeason': 'Failed to save the settings of the season',
  'tonight.getTonight': "Failed to fetch tonight's games",
  'tonight.getSchedule': 'Failed to fetch the schedule',
  'corrections.getCorrections': 'Failed to fetch corrections',
  'corrections.getTeamCorrections': 'Failed to fetch corrections',
  'corrections.previewCorrection': 'Failed to look at the correction',
  'corrections.makeCorrection': 'Failed to make the correction',
}

describe('a call that fails', () => {
  /** The sentence of a call that gets this answer. */
  const failing = async (call: (typeof calls)[number]['call'], response: Response): Promise<string> => {
    vi.stubGlobal('fetch', async () => response)
    const error: unknown = await request(
      { ...call, offline: 'queue' },
      { params: { teamId: 2, playerId: 7, seasonId: 20242025 } },
    ).catch((reason: unknown) => reason)
    if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`)
    return error.message
  }

  test('has its sentence, unless the server has words or the code has some', async () => {
    const own: Record<string, string> = {}
    for (const { section, name, call } of calls) {
      const each = `${section}.${name}`
      own[each] = await failing(call, json(500, {}))
      expect(await failing(call, new Response('<h1>Error</h1>', { status: 500 })), each).toBe(own[each])
      expect(await failing(call, json(409, { code: 'X', message: 'Feedback so.' })), each).toBe('Feedback so.')
      const older = json(409, { messageCode: 'X', messageText: 'Feedback so.' })
      expect(await failing(call, older), each).toBe('Feedback so.')
      expect(await failing(call, json(503, { message: 'Back at noon.' })), each).toBe('Back at noon.')
      expect(await failing(call, new Response('Back at noon.', { status: 503 })), each).toBe('Back at noon.')
      const known = json(409, { code: 'MIN_GOALIES', message: 'No.' })
      expect(await failing(call, known), each).toBe('At least one goalie must be dressed.')
    }
    expect(own).toEqual(sentences)
  })

  test.each([
    ['FORBIDDEN', 'You do not have permission to modify this team.'],
    ['ROSTER_ENTRY_NOT_FOUND', 'Roster entry not found for this team and player.'],
    ['PLAYER_ALREADY_SOLD', 'This player has already been sold.'],
    ['ROSTER_NO_CHANGE', 'Player is already in the requested state.'],
    ['MAX_DRESSED', 'You have reached the maximum number of dressed players.'],
    ['NOT_DRESSABLE', 'This player cannot be dressed yet. He has not sat out long enough.'],
    ['MIN_GOALIES', 'At least one goalie must be dressed.'],
    ['MIN_DEFENDERS', 'At least four defenders must be dressed.'],
  ])('the table of codes: %s', async (code, sentence) => {
    const [call] = calls.filter(({ name }) => name === 'putScratchStatus')
    if (!call) throw new Error('There is no such call.')
    expect(await failing(call.call, json(409, { code, message: 'No.' }))).toBe(sentence)
    expect(await failing(call.call, json(409, { messageCode: code, messageText: 'No.' }))).toBe(sentence)
  })
})

/** Who may see a screen. */
const readerOf = (path: string): User => {
  if (path === '/players-preview') return premium
  if (path.startsWith('/league/')) return { ...admin, features: ['office'] }
  return { ...member, features: ['draft-room', 'tonight', 'history'] }
}

describe('a screen whose data cannot be fetched says', () => {
  const refused: FakeAnswer = () => json(400, { code: 'X', message: 'Whatever the server says.' })
  /** Of everything but who is asking. */
  const refusals = new Proxy<Record<string, FakeAnswer>>(
    {},
    { get: (_, path: string) => (path.endsWith('/user') ? undefined : refused) },
  )
  test.each([
    ['/standings', 'Error: Failed to fetch standings'],
    ['/skaters', 'Error: Failed to fetch skaters'],
    ['/goalies', 'Error: Failed to fetch goalies'],
    ['/teams/2', 'Error: Failed to fetch team data'],
    ['/players/7', 'Error: Failed to fetch player info'],
    ['/players-preview', 'Error: Failed to fetch players preview'],
    ['/nhl-standings', 'Error: Failed to fetch NHL standings'],
    ['/rules', 'Error: Failed to fetch league settings'],
    ['/roster-changes', 'Error: Failed to fetch roster changes'],
    ['/trades', 'Error: Failed to fetch trades'],
    ['/shopping-cart', 'Error: Failed to fetch shopping cart'],
    ['/draft', 'Error: Failed to fetch draft boxes'],
    ['/keepers', 'Error: Failed to fetch draft boxes'],
    ['/draft-report', 'Error: Failed to fetch drafted players'],
    ['/team-settings', 'Error: Failed to fetch team data'],
    ['/pick-list', 'Error: Failed to fetch the pick list'],
    ['/league/corrections', 'Error: Failed to fetch corrections'],
    ['/tonight', "Error: Failed to fetch tonight's games"],
    ['/league/members', 'Error: Failed to fetch the members'],
    ['/league/teams', 'Error: Failed to fetch the teams'],
    ['/league/statistics', 'Error: Failed to fetch the state of the statistics'],
    ['/league/records', 'Error: Failed to fetch the records'],
    ['/league/backup', 'Error: Failed to fetch the list of backups'],
    ['/league/message', 'Error: Failed to fetch the message'],
    ['/league/settings', 'Error: Failed to fetch the settings of the season'],
    ['/history', 'Error: Failed to fetch the history'],
  ])('%s: %s', async (path, sentence) => {
    await renderApp(path, {
      user: readerOf(path),
      teams: 'fails',
      answers: refusals,
    })
    const main = within(screen.getByRole('main'))
    await waitFor(() => expect(main.getAllByRole('alert')[0]?.textContent).toBe(sentence))
  })

  test('so by a gateway without a server, too, and Try again, which leaves the focus where reading begins', async () => {
    const gateway = () => new Response('<h1>Bad Gateway</h1>', { status: 502 })
    const app = await renderApp('/standings', { answers: { '/stats/teams': gateway } })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(within(screen.getByRole('main')).getByRole('alert').textContent).toBe('Error: Failed to fetch standings')
    await allArrived(app)
    app.server.answers = {}
    await app.user.click(again)
    expect(await screen.findByRole('link', { name: 'Northern Lights' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Standings' }))
  })
})
