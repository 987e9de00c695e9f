import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { createOwnerApp } from '#server/app/owner-app'
import { commandCalls } from '#server/http/serve-change'
import { OTHER_RECORDS } from '#server/league/audit'
import { namesFor, reasonOf, sentenceOf } from '#server/league/records/sentences'
import { type TestServer, testServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  // With it the calls of the owner are declared.
  createOwnerApp(server.context, { stopping: new AbortController().signal, onFault: () => {} })
})
afterAll(() => server.close())

const names = namesFor({
  teams: new Map([
    [1, 'RATS'],
    [2, 'DOGS'],
  ]),
  players: new Map([
    [11, 'Rémi Touroux'],
    [12, 'Olav Berg'],
    [13, 'Per Lund'],
  ]),
  members: new Map([
    [5, 'Bo'],
    [6, 'Cleo'],
  ]),
})
const said = (call: string, params: Record<string, unknown>, by = 'Ann') =>
  sentenceOf({ by, call, params }, names, server.context.sentences)

const ofTeam = { teamId: 1 }
const ofPlayer = { teamId: 1, playerId: 11 }
const rinkRats = { name: 'Rink Rats', shortName: 'RINK' }

const SAID: readonly [call: string, params: Record<string, unknown>, sentence: string][] = [
  [
    'stats.patchTeam',
    { ...ofTeam, was: { id: 1, name: 'Ice Dogs', shortName: 'ICE' }, body: rinkRats },
    'Ann renamed the team Ice Dogs (ICE) to Rink Rats (RINK).',
  ],
  [
    'stats.patchTeam',
    { ...ofTeam, was: { id: 1, ...rinkRats }, body: rinkRats },
    'Ann left the name of the team Rink Rats (RINK) as it was.',
  ],
  ['stats.patchTeam', { ...ofTeam, body: rinkRats }, 'Ann gave a team the name Rink Rats (RINK).'],
  ['roster.putScratchStatus', { ...ofPlayer, 'scratch-status': 'scratched' }, 'Ann scratched Rémi Touroux of RATS.'],
  ['roster.putScratchStatus', { ...ofPlayer, 'scratch-status': 'dressed' }, 'Ann dressed Rémi Touroux of RATS.'],
  [
    'roster.putLineup',
    { ...ofTeam, body: { scratch: 11, dress: 12 } },
    'Ann scratched Rémi Touroux and dressed Olav Berg of RATS.',
  ],
  ['trading.addToCart', { ...ofPlayer, action: 'buy' }, 'Ann put the purchase of Rémi Touroux into the cart of RATS.'],
  ['trading.addToCart', { ...ofPlayer, action: 'sell' }, 'Ann put the sale of Rémi Touroux into the cart of RATS.'],
  ['trading.removeFromCart', ofPlayer, 'Ann took Rémi Touroux out of the cart of RATS.'],
  ['trading.emptyCart', ofTeam, 'Ann emptied the cart of RATS.'],
  ['trading.executeTrade', ofTeam, 'Ann made the trade in the cart of RATS.'],
  [
    'trading.executeTrade',
    {
      ...ofTeam,
      trades: [
        { playerId: 11, tradeAction: 'SELL' },
        { playerId: 12, tradeAction: 'BUY' },
        { playerId: 13, tradeAction: 'BUY' },
      ],
    },
    'Ann sold Rémi Touroux and bought Olav Berg and Per Lund for RATS.',
  ],
  [
    'corrections.makeCorrection',
    { ...ofTeam, did: 'Made the sale of Rémi Touroux bring 8.00 instead of 7.00' },
    'Ann corrected RATS: made the sale of Rémi Touroux bring 8.00 instead of 7.00.',
  ],
  ['message.readMessage', { messageId: 4 }, 'Ann read the message to all members.'],
  [
    'message.tellMembers',
    { body: { words: 'Draft at 8', after: null } },
    'Ann sent all members the message “Draft at 8”.',
  ],
  ['message.tellMembers', { body: { words: '', after: 3 } }, 'Ann removed the message to members.'],
  ['push.putPush', {}, 'Ann switched on notifications for a device.'],
  ['push.patchPush', { body: {} }, 'Ann changed what a device is notified of.'],
  ['push.deletePush', {}, 'Ann switched off notifications for a device.'],
  ['draft.keepPlayer', ofPlayer, 'Ann chose Rémi Touroux as the keeper of RATS.'],
  ['draft.draftPlayer', ofPlayer, 'Ann drafted Rémi Touroux for RATS.'],
  ['draft.putTag', ofTeam, 'Ann changed a tag of RATS.'],
  ['draft-admin.generateBoxes', {}, 'Ann generated the draft boxes.'],
  ['draft-admin.lockKeepers', {}, 'Ann locked the keepers.'],
  ['draft-admin.setPickingTeam', ofTeam, 'Ann gave RATS the turn in the draft.'],
  ['draft-admin.addPickingTeam', ofTeam, 'Ann added a turn of RATS to the draft.'],
  ['draft-admin.removePickingTeam', ofTeam, 'Ann took what RATS had left to pick out of the draft.'],
  ['draft-admin.freePicking', {}, 'Ann let all teams pick at once.'],
  ['draft-admin.resumeSequence', {}, 'Ann resumed turn order.'],
  ['draft-admin.forwardSequence', {}, 'Ann passed over the turn that was on.'],
  ['draft-admin.backSequence', {}, 'Ann reopened the latest turn.'],
  ['draft-admin.randomizeSequence', {}, 'Ann shuffled the rounds of the draft that had not begun.'],
  ['draft-room.putPickList', ofTeam, 'Ann changed the pick list of RATS.'],
  [
    'draft-room.putPickForMe',
    { ...ofTeam, body: { mode: 'timeout' } },
    'Ann switched picking by list for RATS on, once its time is up.',
  ],
  ['draft-room.putPickForMe', { ...ofTeam, body: { mode: 'off' } }, 'Ann switched picking by list for RATS off.'],
  ['draft-room.removeKeeper', ofPlayer, 'Ann took Rémi Touroux back as the keeper of RATS.'],
  ['draft-room.keepForTeam', ofPlayer, 'Ann chose Rémi Touroux as the keeper of RATS in its absence.'],
  ['draft-room.unlockKeepers', {}, 'Ann unlocked the keepers.'],
  ['draft-room.draftForTeam', ofPlayer, 'Ann drafted Rémi Touroux for RATS in its absence.'],
  ['draft-room.takeBackPick', { playerId: 11 }, 'Ann took back the pick of Rémi Touroux.'],
  ['draft-room.putClock', { body: { secondsPerPick: 90 } }, 'Ann set the clock of the draft to 90 seconds for a pick.'],
  ['draft-room.putClock', { body: { secondsPerPick: 0 } }, 'Ann took the clock out of the draft.'],
  ['draft-room.pauseDraft', {}, 'Ann paused the draft.'],
  ['draft-room.resumeDraft', {}, 'Ann let the draft go on.'],
  [
    'office.addMember',
    { body: { userName: 'dee', displayName: 'Dee', roles: [], teamId: 2 } },
    'Ann added the member Dee (dee) with the team DOGS.',
  ],
  ['office.addMember', { body: { userName: 'dee', displayName: 'Dee', roles: [] } }, 'Ann added the member Dee (dee).'],
  [
    'office.changeMember',
    { memberId: 5, changed: ['displayName', 'email', 'roles'], body: { displayName: 'Bo', roles: ['admin'] } },
    'Ann changed the name, the e-mail address and the roles of Bo.',
  ],
  ['office.removeMember', { memberId: 9, userName: 'dee', version: 'v' }, 'Ann removed the member dee.'],
  ['office.inviteMember', { memberId: 5, body: { lost: false } }, 'Ann invited Bo.'],
  [
    'office.inviteMember',
    { memberId: 5, body: { lost: true } },
    'Ann ended the passkeys and logins of Bo, and invited them again.',
  ],
  ['office.endLogins', { memberId: 9 }, 'Ann ended the logins of a member who is gone.'],
  ['office.addTeam', { body: { ...rinkRats, cash: 300 } }, 'Ann added the team Rink Rats (RINK) with 300.00 in cash.'],
  [
    'office.renameAnyTeam',
    { ...ofTeam, body: { ...rinkRats, from: rinkRats } },
    'Ann gave a team the name Rink Rats (RINK).',
  ],
  [
    'office.handOverTeam',
    { ...ofTeam, body: { memberId: 6, from: [5] } },
    'Ann handed the team RATS over from Bo to Cleo.',
  ],
  ['office.handOverTeam', { ...ofTeam, body: { memberId: 6, from: [] } }, 'Ann handed the team RATS over to Cleo.'],
  [
    'office.handOverTeam',
    { ...ofTeam, body: { memberId: null, from: [5, 6] } },
    'Ann took the team RATS from Bo and Cleo.',
  ],
  [
    'office.retireTeam',
    { ...ofTeam, body: { isRetiring: true } },
    'Ann marked the team RATS to retire after the season.',
  ],
  [
    'office.retireTeam',
    { ...ofTeam, body: { isRetiring: false } },
    'Ann took back that the team RATS retires after the season.',
  ],
  ['office-statistics.importNow', { body: { readsAll: false } }, 'Ann started an import of what is new.'],
  ['office-statistics.importNow', { body: { readsAll: true } }, 'Ann started an import of every day of the season.'],
  ['office-statistics.publishNow', { body: { after: null } }, 'Ann made an official update.'],
  ['office-statistics.changeOfficeSeason', { body: {} }, 'Ann changed the settings of the season.'],
  [
    'office-statistics.changeOfficeSeason',
    {
      body: {},
      changes: ['the last day, from Apr 15, 2027 to Apr 17, 2027', 'the commission of points, from 10 % to 20 %'],
    },
    'Ann changed the last day, from Apr 15, 2027 to Apr 17, 2027; the commission of points, from 10 % to 20 %.',
  ],
  [
    'next-season.startSeason',
    {
      body: { seasonId: 20262027, firstDay: '2026-10-07', lastDay: '2027-04-15', retire: [1, 2], fingerprint: 'x' },
    },
    'Ann started the season 2026-2027 without RATS and DOGS.',
  ],
  ['next-season.undoSeason', { seasonId: 20262027 }, 'Ann undid the start of the season 2026-2027.'],
  ['accounts.useInvitation', {}, 'Ann used an invitation and made a passkey.'],
  ['accounts.addPasskey', {}, 'Ann added a passkey.'],
  ['accounts.renamePasskey', {}, 'Ann renamed a passkey.'],
  ['accounts.removePasskey', { logins: 1 }, 'Ann removed a passkey.'],
  ['accounts.endLogin', { device: 'Firefox on Linux' }, 'Ann logged out on Firefox on Linux.'],
  ['accounts.endLogin', { device: null }, 'Ann logged out on another device.'],
  ['accounts.endAllLogins', { logins: 2 }, 'Ann logged out everywhere.'],
  ['backup.download', { by: 'Ann', place: 'x', bytes: 3 }, 'Ann downloaded a backup.'],
]

const BY_COMMAND: typeof SAID = [
  ['accounts.endAllLogins', { user: 'bo', logins: 2 }, 'The command ended the logins of bo.'],
  ['accounts.endAccount', { user: 'bo' }, 'The command ended the passkeys and logins of bo.'],
  ['accounts.invite', { user: 'bo' }, 'The command invited bo.'],
  ['backup.write', { by: 'command', place: '/srv/a.backup', bytes: 3 }, 'The command wrote a backup to /srv/a.backup.'],
  [
    'command.history',
    { seasonIds: [19951996] },
    'The command took the final standings of 1 earlier season from a file.',
  ],
  [
    'command.history',
    { seasonIds: [19951996, 19961997] },
    'The command took the final standings of 2 earlier seasons from a file.',
  ],
  // Too long to be kept whole.
  ['command.history', { cut: '{"season' }, 'The command took the final standings of earlier seasons from a file.'],
  [
    'command.import',
    { days: 3, changedLines: 120 },
    'The command imported 3 days of statistics; new or different lines: 120.',
  ],
  ['command.init', { name: 'The Pool' }, 'The command made the league The Pool.'],
  [
    'command.members',
    { added: ['dee', 'eve'], changed: ['bo'], removed: ['cy'] },
    'The command made the members those of a file: added dee and eve, changed bo, removed cy.',
  ],
  ['command.publish', {}, 'The command made an official update.'],
  ['command.refresh', {}, 'The command had every process read the league again.'],
  [
    'command.season',
    { seasonId: 20262027, lines: [] },
    'The command brought the season 2026-2027 up to date with a file.',
  ],
  [
    'command.season',
    { seasonId: 20262027, isStart: true, lines: [] },
    'The command started the season 2026-2027 with a file.',
  ],
  ['command.startSeason', { seasonId: 20262027, lines: [] }, 'The command started the season 2026-2027 with a file.'],
  ['command.undoSeason', { seasonId: 20262027 }, 'The command undid the start of the season 2026-2027.'],
  ['command.takeOver', { seasonId: 20262027 }, 'The command took over the rosters of the league file.'],
  ['message.tell', { words: 'Draft at 8!' }, 'The command sent all members the message “Draft at 8!”'],
  ['message.tell', { words: '' }, 'The command removed the message to members.'],
  ['refresh', {}, 'The command had every process read the league again.'],
  [
    'corrections.makeCorrection',
    { ...ofTeam, did: 'Took 5.00 from the cash', by: 'Ann' },
    'Ann, by command, corrected RATS: took 5.00 from the cash.',
  ],
]

/** A POST only for its length: it changes nothing. */
const READS = [
  'corrections.previewCorrection',
  // They write records of their own.
  'command.importStatistics',
  'command.noteBackup',
  'command.planImport',
]

describe('each kind of record', () => {
  test('has its sentence', () => {
    const spoken = SAID.map(([call, params]) => [call, params, said(call, params)])
    expect(spoken).toEqual(SAID)
  })

  test('of a command has its sentence', () => {
    const spoken = BY_COMMAND.map(([call, params]) => [call, params, said(call, params, 'command')])
    expect(spoken).toEqual(BY_COMMAND)
  })

  test('that is written has a sentence, here too', () => {
    const written = [
      ...calls.filter(({ call }) => call.method !== 'GET').map(({ section, name }) => `${section}.${name}`),
      ...commandCalls.filter(({ call }) => call.method !== 'GET').map(({ section, name }) => `${section}.${name}`),
      ...OTHER_RECORDS,
    ].filter((kind) => !READS.includes(kind))
    expect([...server.context.sentences.keys()].sort()).toEqual(written.sort())
    const tried = new Set([...SAID, ...BY_COMMAND].map(([call]) => call))
    expect(written.filter((kind) => !tried.has(kind))).toEqual([])
  })
})

describe('a record', () => {
  test('of a list that picks by itself says so', () => {
    expect(said('draft.draftPlayer', { ...ofPlayer, by: 'list' }, 'pick-list')).toBe(
      'The pick list drafted Rémi Touroux for RATS.',
    )
  })

  test.each([
    [
      'of a kind that is not known',
      'new-things.makeTea',
      { body: { sugar: 2, reason: 'Thirst' } },
      'Ann: new things, make tea',
    ],
    ['that was too long', 'message.tellMembers', { cut: '{"body":' }, 'Ann: message, tell members'],
    ['of another shape', 'trading.addToCart', { teamId: 'one' }, 'Ann: trading, add to cart'],
  ])('%s shows its kind, and nothing raw', (_, call, params, sentence) => {
    expect(said(call, params)).toBe(sentence)
  })

  test('has the reason that was given, wherever it stands', () => {
    expect(reasonOf({ params: { body: { reason: 'Thirst' } } })).toBe('Thirst')
    expect(reasonOf({ params: { reason: 'A slip', asked: {} } })).toBe('A slip')
    expect(reasonOf({ params: { reason: '' } })).toBeNull()
    expect(reasonOf({ params: { body: 'sleeper' } })).toBeNull()
  })
})
