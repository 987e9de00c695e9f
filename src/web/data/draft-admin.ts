import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { Type } from 'typebox'
import type { TeamRef } from '#contract/call'
import { type DraftedPlayer, Pick as DraftPick, type KeeperStatus } from '#contract/draft'
import * as calls from '#contract/draft-admin'
import * as roomCalls from '#contract/draft-room'
import { ADMIN_REFETCH_DELAY_MS } from '#contract/limits'
import { messages } from '#contract/messages'
import { whoseTurn } from '#rules/pick-sequence'
import { listed, plural } from '#rules/words'
import { fitsSchema } from '../net/answer-check.ts'
import { ALSO_IN_DRAFT, CallError, isPage, parseBody, wordsOf } from '../net/call-error.ts'
import { requestOnline } from '../net/request.ts'
import { pickSequence } from './draft.ts'

/** The draft as the admin sees it; undefined while it is not known. */
export interface DraftNow {
  readonly picks: readonly DraftPick[]
  readonly last: DraftedPlayer | null | undefined
  readonly keepers: readonly KeeperStatus[] | undefined
}

/** What an admin can do: the button's label, what it does in words, and the message on success. */
export interface AdminAction {
  readonly label: string
  readonly meaning: string
  /** The question by the names it is about; null where they are not known for sure. */
  readonly named?: (now: DraftNow) => string | null
  /** Its question names teams by their keepers, who choose meanwhile. */
  readonly namesKeepers?: boolean
  /** What it ends cannot be resumed. */
  readonly isFinal?: boolean
  /** It is about a turn to come: nothing is left to do once all picks are made. */
  readonly needsTurn?: boolean
  /** The player of the latest pick stays drafted: the way to take them back belongs to the question. */
  readonly leavesPick?: boolean
  readonly done: string
  /** Beyond the specification, it changes lists that the spec's actions leave alone: they are fetched again, too. */
  readonly isOfRoom?: boolean
  /** What else the answer says, for the admin to know. */
  readonly doubt?: (answer: unknown) => string | null
  readonly run: () => Promise<unknown>
}

const LOCKED =
  'Every keeper becomes a pick of their team, and everyone else is released. You can unlock them until the first pick.'

const lockKeepers = ({ keepers }: DraftNow): string | null => {
  if (!keepers) return null
  const without = keepers.filter(({ hasKeeper }) => !hasKeeper).map(({ teamShortName }) => teamShortName)
  if (without.length === 0) return `Lock keepers? Every team has chosen one. ${LOCKED}`
  const names = listed(without)
  return `Lock keepers? ${names} ${without.length === 1 ? 'has' : 'have'} not chosen one. ${LOCKED}`
}

/** The pick that one team alone has to make now. */
export const onTheClock = (picks: readonly DraftPick[]): DraftPick | undefined =>
  whoseTurn(picks).kind === 'team' ? picks.find(({ pickStatus }) => pickStatus === 'ACTIVE') : undefined

/** Those that come after it, in their order. */
export const nextPicks = (picks: readonly DraftPick[]): readonly DraftPick[] => {
  const turn = onTheClock(picks)
  return turn ? picks.filter((pick) => pick.pickStatus !== 'DONE' && pick !== turn) : []
}

/** A figure the draft goes by is missing: the boxes are not what they will be. */
function missingSeasons(answer: unknown): string | null {
  if (!fitsSchema(calls.GeneratedBoxes, answer) || answer.withoutLastSeason === 0) return null
  const { withoutLastSeason, players } = answer
  const verbs = withoutLastSeason === 1 ? 'has no last season yet and ranks' : 'have no last season yet and rank'
  return `${withoutLastSeason} of ${plural(players, 'player')} ${verbs} last. Import the statistics, then generate the boxes again.`
}

export const setUpActions: readonly AdminAction[] = [
  {
    label: 'Generate Draft Boxes',
    meaning: 'All draft boxes are made again from last season. Chosen keepers stay.',
    done: messages.boxesGenerated,
    doubt: missingSeasons,
    run: () => requestOnline(calls.generateBoxes, {}),
  },
  {
    label: 'Lock Keepers',
    meaning: LOCKED,
    named: lockKeepers,
    namesKeepers: true,
    isFinal: true,
    done: messages.keepersLocked,
    run: () => requestOnline(calls.lockKeepers, {}),
  },
]

export const teamActions = ({ id: teamId, shortName }: TeamRef): readonly AdminAction[] => [
  {
    label: 'Set Picking Team',
    meaning: `${shortName} picks next; all others wait.`,
    needsTurn: true,
    done: messages.pickingTeamSet,
    run: () => requestOnline(calls.setPickingTeam, { params: { teamId } }),
  },
  {
    label: 'Add Team',
    meaning: `${shortName} gets one more pick in every round that has not begun.`,
    done: messages.teamAdded,
    run: () => requestOnline(calls.addPickingTeam, { params: { teamId } }),
  },
  {
    label: 'Remove Team',
    meaning: `${shortName} loses all picks that it has not made.`,
    isFinal: true,
    needsTurn: true,
    done: messages.teamRemoved,
    run: () => requestOnline(calls.removePickingTeam, { params: { teamId } }),
  },
]

const forward = ({ picks }: DraftNow): string | null => {
  const turn = onTheClock(picks)
  const [next] = nextPicks(picks)
  if (!turn) return null
  return `Forward: ${turn.teamShortName} is passed over; ${next ? `${next.teamShortName} is next` : 'no team is left'}.`
}

/**
 * The sequence does not say which pick was the latest: it is certain while the teams have picked one after the other.
 */
const back = ({ picks, last }: DraftNow): string | null => {
  const made = picks.filter(({ pickStatus }) => pickStatus === 'DONE')
  const latest = made.at(-1)
  const isInOrder = latest === picks[made.length - 1] && whoseTurn(picks).kind !== 'open'
  if (!latest || !isInOrder || last?.teamId !== latest.teamId) return null
  return `Back: ${latest.teamShortName}'s turn again; ${last.name} stays drafted.`
}

export const runActions: readonly AdminAction[] = [
  {
    label: 'Free Picking',
    meaning: 'All teams may pick at once.',
    needsTurn: true,
    done: messages.freePicking,
    run: () => requestOnline(calls.freePicking, {}),
  },
  {
    label: 'Resume Sequence',
    meaning: 'The teams pick one after the other again.',
    needsTurn: true,
    done: messages.sequenceResumed,
    run: () => requestOnline(calls.resumeSequence, {}),
  },
  {
    label: 'Forward',
    meaning: 'The team whose turn it is is passed over.',
    named: forward,
    needsTurn: true,
    done: messages.sequenceForward,
    run: () => requestOnline(calls.forwardSequence, {}),
  },
]

export const correctActions: readonly AdminAction[] = [
  {
    label: 'Back',
    meaning: 'The latest pick is open again; its player stays drafted.',
    named: back,
    leavesPick: true,
    done: messages.sequenceBack,
    run: () => requestOnline(calls.backSequence, {}),
  },
  {
    label: 'Randomize',
    meaning: 'The rounds that have not begun are shuffled.',
    needsTurn: true,
    done: messages.sequenceRandomized,
    run: () => requestOnline(calls.randomizeSequence, {}),
  },
]

const Sequence = Type.Array(DraftPick)

/**
 * A sequence in the answer replaces the one on screen; both lists are refetched half a second later (spec, section
 * 7).
 */
export const administer = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ run, doubt }: Pick<AdminAction, 'run' | 'doubt' | 'isOfRoom'>): Promise<string | null> => {
      const answer = await run()
      // An empty list may be of any kind.
      if (fitsSchema(Sequence, answer) && answer.length > 0) {
        const { queryKey } = pickSequence()
        await client.cancelQueries({ queryKey })
        client.setQueryData(queryKey, answer)
      }
      return doubt ? doubt(answer) : null
    },
    onSettled: (_doubt, _error, { isOfRoom }) => {
      const refetch = (subjects: readonly string[]) => {
        for (const subject of subjects) void client.invalidateQueries({ queryKey: [subject] })
      }
      if (isOfRoom) refetch(['draft-room', 'draft-presence', 'draft-log', 'last-drafted', 'keeper-boxes'])
      setTimeout(() => refetch(['pick-sequence', 'keepers-status']), ADMIN_REFETCH_DELAY_MS)
    },
  })

// What an admin can do where the server announces `draft-room`; confirmed, done and refused like the spec's nine
// actions.

export const takeBackAction = ({ playerId, name, teamShortName }: DraftedPlayer): AdminAction => ({
  label: `Take back ${name}`,
  meaning: `${name} is free again, and it is ${teamShortName}'s turn. The log keeps the pick.`,
  done: `${name} is free again`,
  isOfRoom: true,
  run: () => requestOnline(roomCalls.takeBackPick, { params: { playerId } }),
})

export const pauseAction: AdminAction = {
  label: 'Pause Draft',
  meaning: 'No one can pick, and the clock keeps the time that is left.',
  done: 'The draft is paused',
  isOfRoom: true,
  run: () => requestOnline(roomCalls.pauseDraft, {}),
}

export const resumeAction: AdminAction = {
  label: 'Resume',
  meaning: 'The team on the clock picks, with the time it had left.',
  done: 'The draft has resumed',
  isOfRoom: true,
  run: () => requestOnline(roomCalls.resumeDraft, {}),
}

export const clockAction = (secondsPerPick: number, words: string): AdminAction => ({
  label: 'Clock',
  meaning:
    secondsPerPick === 0 ? 'The clock is off.' : `Every team has ${words} for a pick. The turn under way starts over.`,
  done: secondsPerPick === 0 ? 'There is no clock' : `The clock is set to ${words}`,
  isOfRoom: true,
  run: () => requestOnline(roomCalls.putClock, { body: { secondsPerPick } }),
})

export const unlockAction: AdminAction = {
  label: 'Unlock Keepers',
  meaning: 'The keepers can be chosen again, and the pick sequence is gone. A new one is drawn with the next lock.',
  isFinal: true,
  done: 'Keepers unlocked',
  isOfRoom: true,
  run: () => requestOnline(roomCalls.unlockKeepers, {}),
}

type Kept = Pick<DraftedPlayer, 'playerId' | 'name'>

export const keepAction = ({ teamId, teamShortName }: KeeperStatus, { playerId, name }: Kept): AdminAction => ({
  label: `Keeper of ${teamShortName}`,
  meaning: `${teamShortName} keeps ${name}.`,
  done: `${teamShortName} keeps ${name}`,
  isOfRoom: true,
  run: () => requestOnline(roomCalls.keepForTeam, { params: { teamId, playerId } }),
})

export const releaseAction = ({ teamId, teamShortName }: KeeperStatus, { playerId, name }: Kept): AdminAction => ({
  label: `Keeper of ${teamShortName}`,
  meaning: `${teamShortName} no longer keeps ${name}.`,
  done: `${teamShortName} has no keeper`,
  isOfRoom: true,
  run: () => requestOnline(roomCalls.removeKeeper, { params: { teamId, playerId } }),
})

/** No turn has been taken; keepers are not turns. */
export const isUntouched = (picks: readonly DraftPick[]): boolean =>
  picks.every(({ pickStatus }) => pickStatus !== 'DONE')

const NO_ANSWER = 'No answer from the server. Look at the sequence before you try again.'

/** JSON without content. */
const isEmpty = (body: unknown): boolean =>
  body === null || (typeof body === 'object' && Object.keys(body).length === 0)

const NO_REASON = 'The server did not say why. Look at the sequence before you try again.'

interface AdminFailure {
  readonly text: string
  /** The bare status, which the spec shows where the answer has no words. */
  readonly code?: string
}

/** An admin's action: the body's message or text, whatever the status, except for a page of markup. */
export const adminFailure = (error: Error): AdminFailure => {
  if (!(error instanceof CallError)) return { text: error.message }
  const { kind, status, code, text, message } = error
  if (status < 400) return { text: kind === 'network' && code === null ? NO_ANSWER : message }
  const body = parseBody(text.trim())
  if (!isEmpty(body) && !isPage(body)) return { text: wordsOf(body, ALSO_IN_DRAFT) ?? text }
  if (kind === 'login') return { text: message }
  return { text: NO_REASON, code: messages.adminFailed.replace('{n}', String(status)) }
}
