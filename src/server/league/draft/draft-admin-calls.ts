import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/call'
import type { Pick } from '#contract/draft'
import * as contract from '#contract/draft-admin'
import * as room from '#contract/draft-room'
import { lockKeepers } from '#rules/draft'
import { cannotGenerate, generateBoxes } from '#rules/draft-boxes'
import { type DraftClock, pause, resume } from '#rules/draft-clock'
import { arrival } from '#rules/lineup'
import { createSequence, type Dice, orderOf, type PickSequence } from '#rules/pick-sequence'
import * as sequences from '#rules/pick-sequence-admin'
import type { Refusal } from '#rules/refusal'
import { newEntry } from '#rules/roster-history'
import { lockDraft, lockEntries } from '../../db/locks.ts'
import { HttpError, refusalError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import type { Context, SessionUser } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { sendLive } from '../../live/live-channels.ts'
import { countWithoutSeasonBefore } from '../../nhl/store/import-players.ts'
import { queueTurnNotices } from '../../push/push-notices.ts'
import { currentLeague } from '../league.ts'
import { insertEntries } from '../roster-entries.ts'
import { boxCandidates, listBoxes, replaceBoxes } from './boxes.ts'
import * as store from './draft.ts'
import { chooseKeeper, keeperViolations, lockPick, makePick, pickViolations } from './draft-choices.ts'
import { type NewLogEntry, writeLog } from './draft-log.ts'
import { presenceOfTeams } from './draft-teams.ts'
import {
  clockOfSeconds,
  currentDraft,
  deleteDraft,
  findClock,
  findDraft,
  insertDraft,
  listPicks,
  saveClock,
} from './sequence.ts'
import {
  clockAnswer,
  lockToTakeBack,
  type Moment,
  roomUpdated,
  takeBackPick,
  takenBack,
  takeStep,
  underWay,
} from './step.ts'

const dice: Dice = (sides) => randomInt(sides)

const withDraftLock = { access: 'admin', lock: lockDraft } as const

/** Every action but the first answers with the whole sequence. */
export function registerDraftAdmin(app: FastifyInstance, context: Context): void {
  registerPreparation(app, context)
  registerSequence(app, context)
}

function registerPreparation(app: FastifyInstance, context: Context): void {
  serveChange(app, context, contract.generateBoxes, {
    ...withDraftLock,
    record: () => 'generated the draft boxes',
    handle: async ({ queries }) => {
      const league = await currentLeague(queries)
      const { seasonId, constants } = league
      const locked = (await findDraft(queries, seasonId)) !== null
      const picks = (await store.draftEntries(queries, seasonId)).filter(({ acquired }) => acquired === 'draft').length
      unwrapOrThrow(cannotGenerate({ locked, picks }))
      const candidates = await boxCandidates(queries, league)
      if (candidates.length === 0) throw refusalError('PLAYERS_MISSING')
      const teams = await store.draftTeams(queries, seasonId)
      const boxes = generateBoxes(candidates, teams.length, constants)
      await replaceBoxes(queries, seasonId, boxes)
      return countWithoutSeasonBefore(queries, seasonId)
    },
  })

  serveChange(app, context, contract.lockKeepers, {
    access: 'admin',
    record: () => 'locked the keepers',
    lock: async (queries) => {
      await lockDraft(queries)
      await lockEntries(queries, await store.listKeepers(queries, (await currentLeague(queries)).seasonId))
    },
    invalidates: 'answers',
    onUniqueViolation: { roster_entry_owner: 'PLAYER_TAKEN', roster_entry_drafted: 'PLAYER_TAKEN' },
    handle: async ({ queries, now, user }) => {
      const { seasonId, constants } = await currentLeague(queries)
      const chosen = await store.listKeepers(queries, seasonId)
      const locked = (await findDraft(queries, seasonId)) !== null
      const picks = unwrapOrThrow(lockKeepers(chosen, await listBoxes(queries, seasonId), locked))
      const teams = (await store.draftTeams(queries, seasonId)).map(({ id }) => id)
      const skipping = new Set(picks.map(({ teamId }) => teamId))
      const sequence = createSequence(teams, skipping, dice, constants.rosterSize)
      const clock = await insertDraft(queries, seasonId, now, sequence)
      // Only keepers are carried over into the season; that releases all others.
      for (const { teamId, playerId, boxName } of picks) {
        const candidate = await store.draftCandidate(queries, seasonId, playerId)
        if (!candidate) throw new Error(`The keeper ${playerId} is not a player`)
        const spot = arrival([], { playerId, position: candidate.position }, now, constants)
        const entry = newEntry(spot, { acquired: 'keeper', draftBox: boxName })
        await insertEntries(queries, seasonId, [{ teamId, playerId, ...entry }])
      }
      await writeLog(queries, seasonId, now, [
        { kind: 'locked', byName: user.name, detail: { order: orderOf(sequence) } },
        ...picks.map((pick) => ({ ...pick, kind: 'pick', how: 'keeper' }) as const),
      ])
      const pickSequence = await listPicks(queries, seasonId)
      await sendLive(context, queries, now, [
        ...(await store.listDrafted(queries, seasonId)).map(
          (draftedPlayer) => ({ type: 'PLAYER_DRAFTED', draftedPlayer }) as const,
        ),
        { type: 'PICK_SEQUENCE_UPDATED', pickSequence },
        ...(clock.secondsPerPick > 0 ? [roomUpdated(clock, now)] : []),
      ])
      await queueTurnNotices(context, queries, {
        now,
        before: null,
        after: underWay({ clock, sequence }),
        lastPick: null,
      })
      return pickSequence
    },
  })
}

function registerSequence(app: FastifyInstance, context: Context): void {
  const onTeam = [
    [contract.setPickingTeam, sequences.setPickingTeam, (team: string) => `gave ${team} the turn in the draft`],
    [contract.addPickingTeam, sequences.addTeam, (team: string) => `added a turn of ${team} to the draft`],
    [
      contract.removePickingTeam,
      sequences.removeTeam,
      (team: string) => `took what ${team} had left to pick out of the draft`,
    ],
  ] as const
  for (const [call, change, words] of onTeam) {
    serveChange(app, context, call, {
      ...withDraftLock,
      record: ({ teamId }, names) => words(names.team(teamId)),
      handle: async (input) => {
        const { teamId } = input.params
        const { seasonId } = await currentLeague(input.queries)
        const teams = await store.draftTeams(input.queries, seasonId)
        if (!teams.some(({ id }) => id === teamId)) throw new HttpError(404, 'TEAM_NOT_FOUND')
        const entries = await store.draftEntries(input.queries, seasonId)
        const owned = entries.filter((entry) => entry.teamId === teamId).length
        return changeSequence(
          context,
          input,
          (sequence) => change(sequence, teamId, owned),
          () => ({
            kind: 'sequence',
            teamId,
            detail: { action: actionOf(call) },
          }),
        )
      },
    })
  }

  const onAll = [
    [contract.freePicking, sequences.freePicking, 'let all teams pick at once'],
    [contract.resumeSequence, sequences.resumeSequence, 'resumed turn order'],
    [contract.backSequence, sequences.back, 'reopened the latest turn'],
  ] as const
  for (const [call, change, words] of onAll) {
    serveChange(app, context, call, {
      ...withDraftLock,
      record: () => words,
      handle: (input) =>
        changeSequence(context, input, change, () => ({ kind: 'sequence', detail: { action: actionOf(call) } })),
    })
  }

  serveChange(app, context, contract.forwardSequence, {
    ...withDraftLock,
    record: () => 'passed over the turn that was on',
    handle: (input) =>
      changeSequence(context, input, sequences.forward, ({ entries }) => ({
        kind: 'passed',
        teamId: entries.find(({ pickStatus }) => pickStatus === 'ACTIVE')?.teamId ?? null,
      })),
  })

  serveChange(app, context, contract.randomizeSequence, {
    ...withDraftLock,
    record: () => 'shuffled the rounds of the draft that had not begun',
    handle: (input) =>
      changeSequence(
        context,
        input,
        (sequence) => sequences.randomize(sequence, dice),
        (_, changed) => ({
          kind: 'sequence',
          detail: { action: actionOf(contract.randomizeSequence), order: orderOf(changed) },
        }),
      ),
  })
}

/** The last part of its path that is not a parameter. */
const actionOf = ({ path }: Call): string => path.split('/').findLast((part) => !part.startsWith('{')) ?? path

async function changeSequence(
  context: Context,
  { queries, now, user }: Moment & { readonly user: SessionUser },
  change: (sequence: PickSequence) => PickSequence | Refusal,
  entryFor: (before: PickSequence, changed: PickSequence) => NewLogEntry,
): Promise<Pick[]> {
  const draft = await currentDraft(queries, 'SEQUENCE_MISSING')
  const changed = unwrapOrThrow(change(draft.sequence))
  return takeStep(context, { queries, now }, draft, changed, {
    log: [{ ...entryFor(draft.sequence, changed), byName: user.name }],
  })
}

// What an admin can do beyond the specification's actions: for absent teams, and to put a slip right.

export function registerDraftDirector(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, room.getPresence, { access: 'admin' }, async (queries) =>
    presenceOfTeams(queries, (await currentLeague(queries)).seasonId, context.clock().getTime()),
  )
  registerForTeams(app, context)
  registerTakingBack(app, context)
  registerClock(app, context)
}

function registerForTeams(app: FastifyInstance, context: Context): void {
  serveChange(app, context, room.keepForTeam, {
    ...withDraftLock,
    record: ({ teamId, playerId }, names) =>
      `chose ${names.player(playerId)} as the keeper of ${names.team(teamId)} in its absence`,
    onUniqueViolation: keeperViolations,
    handle: async ({ queries, params }) => {
      const teams = await store.draftTeams(queries, (await currentLeague(queries)).seasonId)
      if (!teams.some(({ id }) => id === params.teamId)) throw new HttpError(404, 'TEAM_NOT_FOUND')
      return chooseKeeper(queries, params)
    },
  })

  serveChange(app, context, room.draftForTeam, {
    access: 'admin',
    record: ({ teamId, playerId }, names) =>
      `drafted ${names.player(playerId)} for ${names.team(teamId)} in its absence`,
    lock: (queries, { params }) => lockPick(queries, params),
    invalidates: 'answers',
    onUniqueViolation: pickViolations,
    handle: ({ queries, now, user, params: { teamId, playerId }, query: { box } }) =>
      makePick(context, { queries, now }, { teamId, playerId, box: box ?? null, how: 'admin', by: user.name }),
  })
}

function registerTakingBack(app: FastifyInstance, context: Context): void {
  serveChange(app, context, room.takeBackPick, {
    access: 'admin',
    record: ({ playerId }, names) => `took back the pick of ${names.player(playerId)}`,
    lock: (queries, { params: { playerId } }) => lockToTakeBack(queries, playerId),
    invalidates: 'answers',
    handle: async ({ queries, now, user, params: { playerId } }) =>
      unwrapOrThrow(await takeBackPick(context, { queries, now }, { playerId, by: user.name })),
  })

  serveChange(app, context, room.unlockKeepers, {
    access: 'admin',
    record: () => 'unlocked the keepers',
    lock: async (queries) => {
      await lockDraft(queries)
      await lockEntries(queries, await store.draftEntries(queries, (await currentLeague(queries)).seasonId))
    },
    invalidates: 'answers',
    handle: async ({ queries, now, user }) => {
      const draft = await currentDraft(queries, 'KEEPERS_NOT_LOCKED')
      const { seasonId } = draft
      const kept = await store.draftEntries(queries, seasonId)
      if (kept.some(({ acquired }) => acquired === 'draft')) throw new HttpError(409, 'DRAFT_STARTED')
      const taken = await takenBack(queries, seasonId, kept)
      await store.deleteEntries(
        queries,
        kept.map(({ id }) => id),
      )
      await deleteDraft(queries, seasonId)
      await writeLog(queries, seasonId, now, [
        ...taken.map((entry) => ({ ...entry, byName: user.name })),
        { kind: 'unlocked', byName: user.name },
      ])
      await sendLive(context, queries, now, [
        ...kept.map(({ playerId }) => ({ type: 'PICK_TAKEN_BACK', playerId }) as const),
        { type: 'PICK_SEQUENCE_UPDATED', pickSequence: [] },
        roomUpdated(await findClock(queries, seasonId), now),
      ])
      await queueTurnNotices(context, queries, { now, before: underWay(draft), after: null, lastPick: null })
      return []
    },
  })
}

function registerClock(app: FastifyInstance, context: Context): void {
  serveChange(app, context, room.putClock, {
    ...withDraftLock,
    record: (_, __, body) => {
      if (body?.secondsPerPick === 0) return 'took the clock out of the draft'
      return body && `set the clock of the draft to ${body.secondsPerPick} seconds for a pick`
    },
    handle: async ({ queries, now, user, body: { secondsPerPick } }) => {
      const { seasonId } = await currentLeague(queries)
      const clock = await clockOfSeconds(queries, seasonId, secondsPerPick, now)
      return saveAndTell(context, { queries, now }, seasonId, clock, {
        kind: 'clock',
        byName: user.name,
        detail: { seconds: secondsPerPick },
      })
    },
  })

  for (const [call, change, kind, words] of [
    [room.pauseDraft, pause, 'paused', 'paused the draft'],
    [room.resumeDraft, resume, 'resumed', 'let the draft go on'],
  ] as const) {
    serveChange(app, context, call, {
      ...withDraftLock,
      record: () => words,
      handle: async ({ queries, now, user }) => {
        const draft = await currentDraft(queries, 'DRAFT_NOT_STARTED')
        const clock = unwrapOrThrow(change(draft.clock, now))
        const after = underWay({ ...draft, clock })
        await queueTurnNotices(context, queries, { now, before: underWay(draft), after, lastPick: null })
        return saveAndTell(context, { queries, now }, draft.seasonId, clock, { kind, byName: user.name })
      },
    })
  }
}

async function saveAndTell(
  context: Context,
  { queries, now }: Moment,
  seasonId: number,
  clock: DraftClock,
  entry: NewLogEntry,
): Promise<room.Clock> {
  await saveClock(queries, seasonId, clock)
  await writeLog(queries, seasonId, now, [entry])
  await sendLive(context, queries, now, [roomUpdated(clock, now)])
  return clockAnswer(clock, now)
}
