import type { FastifyInstance } from 'fastify'
import type { Clock } from '#contract/draft-room'
import * as contract from '#contract/draft-room'
import { type DraftClock, pause, resume } from '#rules/draft-clock'
import { lockDraft, lockEntries } from '../../db/locks.ts'
import { HttpError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { sendLive } from '../../live/live-channels.ts'
import { queueTurnNotices } from '../../push/push-notices.ts'
import { currentLeague } from '../league.ts'
import * as store from './draft.ts'
import { chooseKeeper, keeperViolations, lockPick, makePick, pickViolations } from './draft-choices.ts'
import { type NewLogEntry, writeLog } from './draft-log.ts'
import { presenceOfTeams } from './draft-teams.ts'
import { clockOfSeconds, currentDraft, deleteDraft, findClock, saveClock } from './sequence.ts'
import { clockAnswer, lockToTakeBack, type Moment, roomUpdated, takeBackPick, takenBack, underWay } from './step.ts'

// What an admin can do beyond the specification's actions: for absent teams, and to put a slip right.

const withDraftLock = { access: 'admin', lock: lockDraft } as const

export function registerDraftDirector(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, contract.getPresence, { access: 'admin' }, async (queries) =>
    presenceOfTeams(queries, (await currentLeague(queries)).seasonId, context.clock().getTime()),
  )
  registerForTeams(app, context)
  registerCorrections(app, context)
  registerClock(app, context)
}

function registerForTeams(app: FastifyInstance, context: Context): void {
  serveChange(app, context, contract.keepForTeam, {
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

  serveChange(app, context, contract.draftForTeam, {
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

function registerCorrections(app: FastifyInstance, context: Context): void {
  serveChange(app, context, contract.takeBackPick, {
    access: 'admin',
    record: ({ playerId }, names) => `took back the pick of ${names.player(playerId)}`,
    lock: (queries, { params: { playerId } }) => lockToTakeBack(queries, playerId),
    invalidates: 'answers',
    handle: async ({ queries, now, user, params: { playerId } }) =>
      unwrapOrThrow(await takeBackPick(context, { queries, now }, { playerId, by: user.name })),
  })

  serveChange(app, context, contract.unlockKeepers, {
    access: 'admin',
    record: () => 'unlocked the keepers',
    lock: async (queries) => {
      await lockDraft(queries)
      await lockEntries(queries, await store.keptEntries(queries, (await currentLeague(queries)).seasonId))
    },
    invalidates: 'answers',
    handle: async ({ queries, now, user }) => {
      const draft = await currentDraft(queries, 'KEEPERS_NOT_LOCKED')
      const { seasonId } = draft
      if ((await store.countPicks(queries, seasonId)) > 0) throw new HttpError(409, 'DRAFT_STARTED')
      const kept = await store.keptEntries(queries, seasonId)
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
  serveChange(app, context, contract.putClock, {
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
    [contract.pauseDraft, pause, 'paused', 'paused the draft'],
    [contract.resumeDraft, resume, 'resumed', 'let the draft go on'],
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
): Promise<Clock> {
  await saveClock(queries, seasonId, clock)
  await writeLog(queries, seasonId, now, [entry])
  await sendLive(context, queries, now, [roomUpdated(clock, now)])
  return clockAnswer(clock, now)
}
