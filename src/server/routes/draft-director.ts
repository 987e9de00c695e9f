import type { FastifyInstance } from 'fastify'
import type { Clock } from '#contract/draft-room'
import * as contract from '#contract/draft-room'
import { type DraftClock, pause, resume, setSeconds } from '#rules/draft-clock'
import { takeBack } from '#rules/pick-sequence-admin'
import { refuse } from '#rules/refusal'
import { HttpError } from '../answers/http-error.ts'
import { chooseKeeper, keeperViolations } from '../draft/keep.ts'
import { makePick, pickViolations } from '../draft/pick.ts'
import { clockAnswer, type Moment, roomUpdated, takeStep, underWay } from '../draft/step.ts'
import type { Context } from '../http/context.ts'
import { serve } from '../http/serve.ts'
import { serveChange } from '../http/serve-change.ts'
import { unwrapOrThrow } from '../http/unwrap-or-throw.ts'
import * as store from '../store/subjects/draft.ts'
import { type NewLogEntry, standingPicks, writeLog } from '../store/subjects/draft-log.ts'
import { currentLeague } from '../store/subjects/league.ts'
import { sendLive } from '../store/subjects/live-events.ts'
import { lockDraft, lockPlayers, lockTeam } from '../store/subjects/locks.ts'
import { presenceOfTeams } from '../store/subjects/presence.ts'
import { deleteDraft, findClock, findDraft, saveClock } from '../store/subjects/sequence.ts'
import { queueTurnNotices } from '../store/subjects/turn-notices.ts'

// What an admin can do beyond the specification's actions: for absent teams, and to put a slip right.

const withDraftLock = { access: 'admin', lock: lockDraft } as const

export function registerDraftDirector(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  serve(app, context, contract.getPresence, { access: 'admin' }, () =>
    database.transaction(async (queries) =>
      presenceOfTeams(queries, (await currentLeague(queries)).seasonId, clock().getTime()),
    ),
  )
  registerForTeams(app, context)
  registerCorrections(app, context)
  registerClock(app, context)
}

function registerForTeams(app: FastifyInstance, context: Context): void {
  serveChange(
    app,
    context,
    contract.keepForTeam,
    { ...withDraftLock, onUniqueViolation: keeperViolations },
    async ({ queries, params }) => {
      const teams = await store.draftTeams(queries, (await currentLeague(queries)).seasonId)
      if (!teams.some(({ id }) => id === params.teamId)) throw new HttpError(404, 'TEAM_NOT_FOUND')
      return chooseKeeper(queries, params)
    },
  )

  serveChange(
    app,
    context,
    contract.draftForTeam,
    {
      access: 'admin',
      lock: async (queries, { params: { teamId, playerId } }) => {
        await lockDraft(queries)
        await lockTeam(queries, teamId)
        await lockPlayers(queries, [playerId])
      },
      invalidates: 'answers',
      onUniqueViolation: pickViolations,
    },
    ({ queries, now, user, params: { teamId, playerId }, query: { box } }) =>
      makePick(context, { queries, now }, { teamId, playerId, box: box ?? null, how: 'admin', by: user.name }),
  )
}

function registerCorrections(app: FastifyInstance, context: Context): void {
  serveChange(
    app,
    context,
    contract.takeBackPick,
    {
      access: 'admin',
      lock: async (queries, { params: { playerId } }) => {
        await lockDraft(queries)
        const latest = await store.latestPick(queries, (await currentLeague(queries)).seasonId)
        if (latest) await lockTeam(queries, latest.teamId)
        await lockPlayers(queries, [playerId])
      },
      invalidates: 'answers',
    },
    async ({ queries, now, user, params: { playerId } }) => {
      const { seasonId } = await currentLeague(queries)
      const draft = unwrapOrThrow((await findDraft(queries, seasonId)) ?? refuse('DRAFT_NOT_STARTED'))
      const latest = unwrapOrThrow((await store.latestPick(queries, seasonId)) ?? refuse('NO_PICK_TO_TAKE_BACK'))
      // Asked by name: a second tap, or a second admin, must not take back the pick before as well.
      if (latest.playerId !== playerId) throw new HttpError(409, 'NOT_THE_LAST_PICK')
      if (latest.isSettled) throw new HttpError(409, 'PICK_SETTLED')
      const taken = await takenBack(queries, seasonId, [latest])
      await store.deleteEntries(queries, [latest.entryId])
      return takeStep(context, { queries, now }, draft, takeBack(draft.sequence, playerId), {
        log: taken.map((entry) => ({ ...entry, byName: user.name })),
        live: () => [{ type: 'PICK_TAKEN_BACK', playerId }],
      })
    },
  )

  serveChange(
    app,
    context,
    contract.unlockKeepers,
    {
      access: 'admin',
      lock: async (queries) => {
        await lockDraft(queries)
        const kept = await store.keptEntries(queries, (await currentLeague(queries)).seasonId)
        for (const teamId of kept.map((each) => each.teamId).sort((one, other) => one - other)) {
          await lockTeam(queries, teamId)
        }
        await lockPlayers(
          queries,
          kept.map(({ playerId }) => playerId),
        )
      },
      invalidates: 'answers',
    },
    async ({ queries, now, user }) => {
      const { seasonId } = await currentLeague(queries)
      const draft = unwrapOrThrow((await findDraft(queries, seasonId)) ?? refuse('KEEPERS_NOT_LOCKED'))
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
  )
}

/** For the log: that these picks are taken back. */
async function takenBack(
  queries: Moment['queries'],
  seasonId: number,
  picks: readonly { teamId: number; playerId: number }[],
): Promise<NewLogEntry[]> {
  const standing = await standingPicks(
    queries,
    seasonId,
    picks.map(({ playerId }) => playerId),
  )
  return picks.map(({ teamId, playerId }) => {
    const pickNr = standing.get(playerId)
    if (pickNr === undefined) throw new Error(`The log does not have the pick of ${playerId}`)
    return { kind: 'taken-back', teamId, playerId, pickNr }
  })
}

function registerClock(app: FastifyInstance, context: Context): void {
  serveChange(
    app,
    context,
    contract.putClock,
    withDraftLock,
    async ({ queries, now, user, body: { secondsPerPick } }) => {
      const { seasonId } = await currentLeague(queries)
      const draft = await findDraft(queries, seasonId)
      const before = draft?.clock ?? (await findClock(queries, seasonId))
      const clock = setSeconds(before, secondsPerPick, draft?.sequence ?? null, now)
      return saveAndTell(context, { queries, now }, seasonId, clock, {
        kind: 'clock',
        byName: user.name,
        detail: { seconds: secondsPerPick },
      })
    },
  )

  for (const [call, change, kind] of [
    [contract.pauseDraft, pause, 'paused'],
    [contract.resumeDraft, resume, 'resumed'],
  ] as const) {
    serveChange(app, context, call, withDraftLock, async ({ queries, now, user }) => {
      const { seasonId } = await currentLeague(queries)
      const draft = unwrapOrThrow((await findDraft(queries, seasonId)) ?? refuse('DRAFT_NOT_STARTED'))
      const clock = unwrapOrThrow(change(draft.clock, now))
      const after = underWay({ ...draft, clock })
      await queueTurnNotices(context, queries, { now, before: underWay(draft), after, lastPick: null })
      return saveAndTell(context, { queries, now }, seasonId, clock, { kind, byName: user.name })
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
