import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { createOwnerApp } from '#server/app/owner-app'
import { commandCalls } from '#server/http/serve-change'
import { OTHER_RECORDS } from '#server/league/audit'
import { namesFor, reasonOf, sentenceOf } from '#server/league/records/sentences'
import { duringTests } from '../support/during-tests.ts'
import { testServer } from '../support/test-server.ts'

const server = duringTests(() => testServer())
beforeAll(async () => {
  // With it the calls of the owner are declared.
  createOwnerApp(server.context, { stopping: new AbortController().signal, onFault: () => {} })
})

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

/** By call: what its record has, and the sentence without its subject. */
type Sentences = Readonly<Record<string, readonly (readonly [params: Record<string, unknown>, sentence: string])[]>>

const SAID: Sentences = {
  'stats.patchTeam': [
    [
      { ...ofTeam, was: { id: 1, name: 'Ice Dogs', shortName: 'ICE' }, body: rinkRats },
      'renamed the team Ice Dogs (ICE) to Rink Rats (RINK).',
    ],
    [
      { ...ofTeam, was: { id: 1, ...rinkRats }, body: rinkRats },
      'left the name of the team Rink Rats (RINK) as it was.',
    ],
    [{ ...ofTeam, body: rinkRats }, 'gave a team the name Rink Rats (RINK).'],
  ],
  'roster.putScratchStatus': [
    [{ ...ofPlayer, 'scratch-status': 'scratched' }, 'scratched Rémi Touroux of RATS.'],
    [{ ...ofPlayer, 'scratch-status': 'dressed' }, 'dressed Rémi Touroux of RATS.'],
  ],
  'roster.putLineup': [
    [{ ...ofTeam, body: { scratch: 11, dress: 12 } }, 'scratched Rémi Touroux and dressed Olav Berg of RATS.'],
  ],
  'trading.addToCart': [
    [{ ...ofPlayer, action: 'buy' }, 'put the purchase of Rémi Touroux into the cart of RATS.'],
    [{ ...ofPlayer, action: 'sell' }, 'put the sale of Rémi Touroux into the cart of RATS.'],
  ],
  'trading.removeFromCart': [[ofPlayer, 'took Rémi Touroux out of the cart of RATS.']],
  'trading.emptyCart': [[ofTeam, 'emptied the cart of RATS.']],
  'trading.executeTrade': [
    [ofTeam, 'made the trade in the cart of RATS.'],
    [
      {
        ...ofTeam,
        trades: [
          { playerId: 11, tradeAction: 'SELL' },
          { playerId: 12, tradeAction: 'BUY' },
          { playerId: 13, tradeAction: 'BUY' },
        ],
      },
      'sold Rémi Touroux and bought Olav Berg and Per Lund for RATS.',
    ],
  ],
  'corrections.makeCorrection': [
    [
      { ...ofTeam, did: 'Made the sale of Rémi Touroux bring 8.00 instead of 7.00' },
      'corrected RATS: made the sale of Rémi Touroux bring 8.00 instead of 7.00.',
    ],
  ],
  'message.readMessage': [[{ messageId: 4 }, 'read the message to all members.']],
  'message.tellMembers': [
    [{ body: { words: 'Draft at 8', after: null } }, 'sent all members the message “Draft at 8”.'],
    [{ body: { words: '', after: 3 } }, 'removed the message to members.'],
  ],
  'push.putPush': [[{}, 'switched on notifications for a device.']],
  'push.patchPush': [[{ body: {} }, 'changed what a device is notified of.']],
  'push.deletePush': [[{}, 'switched off notifications for a device.']],
  'draft.keepPlayer': [[ofPlayer, 'chose Rémi Touroux as the keeper of RATS.']],
  'draft.draftPlayer': [[ofPlayer, 'drafted Rémi Touroux for RATS.']],
  'draft.putTag': [[ofTeam, 'changed a tag of RATS.']],
  'draft-admin.generateBoxes': [[{}, 'generated the draft boxes.']],
  'draft-admin.lockKeepers': [[{}, 'locked the keepers.']],
  'draft-admin.setPickingTeam': [[ofTeam, 'gave RATS the turn in the draft.']],
  'draft-admin.addPickingTeam': [[ofTeam, 'added a turn of RATS to the draft.']],
  'draft-admin.removePickingTeam': [[ofTeam, 'took what RATS had left to pick out of the draft.']],
  'draft-admin.freePicking': [[{}, 'let all teams pick at once.']],
  'draft-admin.resumeSequence': [[{}, 'resumed turn order.']],
  'draft-admin.forwardSequence': [[{}, 'passed over the turn that was on.']],
  'draft-admin.backSequence': [[{}, 'reopened the latest turn.']],
  'draft-admin.randomizeSequence': [[{}, 'shuffled the rounds of the draft that had not begun.']],
  'draft-room.putPickList': [[ofTeam, 'changed the pick list of RATS.']],
  'draft-room.putPickForMe': [
    [{ ...ofTeam, body: { mode: 'timeout' } }, 'switched picking by list for RATS on, once its time is up.'],
    [{ ...ofTeam, body: { mode: 'off' } }, 'switched picking by list for RATS off.'],
  ],
  'draft-room.removeKeeper': [[ofPlayer, 'took Rémi Touroux back as the keeper of RATS.']],
  'draft-room.keepForTeam': [[ofPlayer, 'chose Rémi Touroux as the keeper of RATS in its absence.']],
  'draft-room.unlockKeepers': [[{}, 'unlocked the keepers.']],
  'draft-room.draftForTeam': [[ofPlayer, 'drafted Rémi Touroux for RATS in its absence.']],
  'draft-room.takeBackPick': [[{ playerId: 11 }, 'took back the pick of Rémi Touroux.']],
  'draft-room.putClock': [
    [{ body: { secondsPerPick: 90 } }, 'set the clock of the draft to 90 seconds for a pick.'],
    [{ body: { secondsPerPick: 0 } }, 'took the clock out of the draft.'],
  ],
  'draft-room.pauseDraft': [[{}, 'paused the draft.']],
  'draft-room.resumeDraft': [[{}, 'let the draft go on.']],
  'office.addMember': [
    [
      { body: { userName: 'dee', displayName: 'Dee', roles: [], teamId: 2 } },
      'added the member Dee (dee) with the team DOGS.',
    ],
    [{ body: { userName: 'dee', displayName: 'Dee', roles: [] } }, 'added the member Dee (dee).'],
  ],
  'office.changeMember': [
    [
      { memberId: 5, changed: ['displayName', 'email', 'roles'], body: { displayName: 'Bo', roles: ['admin'] } },
      'changed the name, the e-mail address and the roles of Bo.',
    ],
  ],
  'office.removeMember': [[{ memberId: 9, userName: 'dee', version: 'v' }, 'removed the member dee.']],
  'office.inviteMember': [
    [{ memberId: 5, body: { lost: false } }, 'invited Bo.'],
    [{ memberId: 5, body: { lost: true } }, 'ended the passkeys and logins of Bo, and invited them again.'],
  ],
  'office.endLogins': [[{ memberId: 9 }, 'ended the logins of a member who is gone.']],
  'office.addTeam': [[{ body: { ...rinkRats, cash: 300 } }, 'added the team Rink Rats (RINK) with 300.00 in cash.']],
  'office.renameAnyTeam': [
    [{ ...ofTeam, body: { ...rinkRats, from: rinkRats } }, 'gave a team the name Rink Rats (RINK).'],
  ],
  'office.handOverTeam': [
    [{ ...ofTeam, body: { memberId: 6, from: [5] } }, 'handed the team RATS over from Bo to Cleo.'],
    [{ ...ofTeam, body: { memberId: 6, from: [] } }, 'handed the team RATS over to Cleo.'],
    [{ ...ofTeam, body: { memberId: null, from: [5, 6] } }, 'took the team RATS from Bo and Cleo.'],
  ],
  'office.retireTeam': [
    [{ ...ofTeam, body: { isRetiring: true } }, 'marked the team RATS to retire after the season.'],
    [{ ...ofTeam, body: { isRetiring: false } }, 'took back that the team RATS retires after the season.'],
  ],
  'office-statistics.importNow': [
    [{ body: { readsAll: false } }, 'started an import of what is new.'],
    [{ body: { readsAll: true } }, 'started an import of every day of the season.'],
  ],
  'office-statistics.publishNow': [[{ body: { after: null } }, 'made an official update.']],
  'office-statistics.changeOfficeSeason': [
    [{ body: {} }, 'changed the settings of the season.'],
    [
      {
        body: {},
        changes: ['the last day, from Apr 15, 2027 to Apr 17, 2027', 'the commission of points, from 10 % to 20 %'],
      },
      'changed the last day, from Apr 15, 2027 to Apr 17, 2027; the commission of points, from 10 % to 20 %.',
    ],
  ],
  'next-season.startSeason': [
    [
      { body: { seasonId: 20262027, firstDay: '2026-10-07', lastDay: '2027-04-15', retire: [1, 2], fingerprint: 'x' } },
      'started the season 2026-2027 without RATS and DOGS.',
    ],
  ],
  'next-season.undoSeason': [[{ seasonId: 20262027 }, 'undid the start of the season 2026-2027.']],
  'accounts.useInvitation': [[{}, 'used an invitation and made a passkey.']],
  'accounts.addPasskey': [[{}, 'added a passkey.']],
  'accounts.renamePasskey': [[{}, 'renamed a passkey.']],
  'accounts.removePasskey': [[{ logins: 1 }, 'removed a passkey.']],
  'accounts.endLogin': [
    [{ device: 'Firefox on Linux' }, 'logged out on Firefox on Linux.'],
    [{ device: null }, 'logged out on another device.'],
  ],
  'accounts.endAllLogins': [[{ logins: 2 }, 'logged out everywhere.']],
  'backup.download': [[{ by: 'Ann', place: 'x', bytes: 3 }, 'downloaded a backup.']],
}

const BY_COMMAND: Sentences = {
  'accounts.endAllLogins': [[{ user: 'bo', logins: 2 }, 'ended the logins of bo.']],
  'accounts.endAccount': [[{ user: 'bo' }, 'ended the passkeys and logins of bo.']],
  'accounts.invite': [[{ user: 'bo' }, 'invited bo.']],
  'backup.write': [[{ by: 'command', place: '/srv/a.backup', bytes: 3 }, 'wrote a backup to /srv/a.backup.']],
  'command.history': [
    [{ seasonIds: [19951996] }, 'took the final standings of 1 earlier season from a file.'],
    [{ seasonIds: [19951996, 19961997] }, 'took the final standings of 2 earlier seasons from a file.'],
    [{ cut: '{"season' }, 'took the final standings of earlier seasons from a file.'],
  ],
  'command.import': [[{ days: 3, changedLines: 120 }, 'imported 3 days of statistics; new or different lines: 120.']],
  'command.init': [[{ name: 'The Pool' }, 'made the league The Pool.']],
  'command.members': [
    [
      { added: ['dee', 'eve'], changed: ['bo'], removed: ['cy'] },
      'made the members those of a file: added dee and eve, changed bo, removed cy.',
    ],
  ],
  'command.publish': [[{}, 'made an official update.']],
  'command.refresh': [[{}, 'had every process read the league again.']],
  'command.season': [
    [{ seasonId: 20262027, lines: [] }, 'brought the season 2026-2027 up to date with a file.'],
    [{ seasonId: 20262027, isStart: true, lines: [] }, 'started the season 2026-2027 with a file.'],
  ],
  'command.startSeason': [[{ seasonId: 20262027, lines: [] }, 'started the season 2026-2027 with a file.']],
  'command.undoSeason': [[{ seasonId: 20262027 }, 'undid the start of the season 2026-2027.']],
  'command.takeOver': [[{ seasonId: 20262027 }, 'took over the rosters of the league file.']],
  'message.tell': [
    [{ words: 'Draft at 8!' }, 'sent all members the message “Draft at 8!”'],
    [{ words: '' }, 'removed the message to members.'],
  ],
  refresh: [[{}, 'had every process read the league again.']],
}

/** A POST only for its length: it changes nothing. */
const READS = [
  'corrections.previewCorrection',
  // They write records of their own.
  'command.importStatistics',
  'command.noteBackup',
  'command.planImport',
]

describe('each kind of record', () => {
  test.each([
    ['Ann', 'Ann', SAID],
    ['command', 'The command', BY_COMMAND],
  ])('by %s has its sentence', (by, subject, sentences) => {
    for (const [call, cases] of Object.entries(sentences))
      expect(cases.map(([params]) => said(call, params, by))).toEqual(cases.map(([, rest]) => `${subject} ${rest}`))
  })

  test('that is written has a sentence, here too', () => {
    const written = [
      ...calls.filter(({ call }) => call.method !== 'GET').map(({ section, name }) => `${section}.${name}`),
      ...commandCalls.filter(({ call }) => call.method !== 'GET').map(({ section, name }) => `${section}.${name}`),
      ...OTHER_RECORDS,
    ].filter((kind) => !READS.includes(kind))
    expect([...server.context.sentences.keys()].sort()).toEqual(written.sort())
    const tried = new Set([...Object.keys(SAID), ...Object.keys(BY_COMMAND)])
    expect(written.filter((kind) => !tried.has(kind))).toEqual([])
  })
})

describe('a record', () => {
  test('says that a list has picked, and who gave a command', () => {
    expect(said('draft.draftPlayer', { ...ofPlayer, by: 'list' }, 'pick-list')).toBe(
      'The pick list drafted Rémi Touroux for RATS.',
    )
    const correction = { ...ofTeam, did: 'Took 5.00 from the cash', by: 'Ann' }
    expect(said('corrections.makeCorrection', correction, 'command')).toBe(
      'Ann, by command, corrected RATS: took 5.00 from the cash.',
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
