import type { QueryClient } from '@tanstack/react-query'
import type { DraftedPlayer, KeeperStatus, Pick } from '#contract/draft'
import * as calls from '#contract/draft-room'
import { requestOnline } from '../net/request.ts'
import type { AdminAction } from './draft-admin.ts'

// What an admin can do where the server announces `draft-room`; confirmed, done and refused like the spec's nine
// actions.

const SUBJECTS = ['draft-room', 'draft-presence', 'draft-log', 'last-drafted', 'keeper-boxes'] as const

/** The lists that the spec's actions do not change are fetched again, too. */
const thenRefetch =
  (client: QueryClient, ask: () => Promise<unknown>): AdminAction['run'] =>
  async () => {
    try {
      return await ask()
    } finally {
      for (const subject of SUBJECTS) void client.invalidateQueries({ queryKey: [subject] })
    }
  }

export const takeBackAction = (client: QueryClient, { playerId, name, teamShortName }: DraftedPlayer): AdminAction => ({
  label: `Take back ${name}`,
  meaning: `${name} is free again, and it is ${teamShortName}'s turn. The log keeps the pick.`,
  done: `${name} is free again`,
  run: thenRefetch(client, () => requestOnline(calls.takeBackPick, { params: { playerId } })),
})

export const pauseAction = (client: QueryClient): AdminAction => ({
  label: 'Pause Draft',
  meaning: 'No one can pick, and the clock keeps the time that is left.',
  done: 'The draft is paused',
  run: thenRefetch(client, () => requestOnline(calls.pauseDraft, {})),
})

export const resumeAction = (client: QueryClient): AdminAction => ({
  label: 'Resume',
  meaning: 'The team on the clock picks, with the time it had left.',
  done: 'The draft has resumed',
  run: thenRefetch(client, () => requestOnline(calls.resumeDraft, {})),
})

export const clockAction = (client: QueryClient, secondsPerPick: number, words: string): AdminAction => ({
  label: 'Clock',
  meaning:
    secondsPerPick === 0 ? 'The clock is off.' : `Every team has ${words} for a pick. The turn under way starts over.`,
  done: secondsPerPick === 0 ? 'There is no clock' : `The clock is set to ${words}`,
  run: thenRefetch(client, () => requestOnline(calls.putClock, { body: { secondsPerPick } })),
})

export const unlockAction = (client: QueryClient): AdminAction => ({
  label: 'Unlock Keepers',
  meaning: 'The keepers can be chosen again, and the pick sequence is gone. A new one is drawn with the next lock.',
  isFinal: true,
  done: 'Keepers unlocked',
  run: thenRefetch(client, () => requestOnline(calls.unlockKeepers, {})),
})

export const keepAction = (
  client: QueryClient,
  { teamId, teamShortName }: KeeperStatus,
  player: { readonly playerId: number; readonly name: string },
): AdminAction => ({
  label: `Keeper of ${teamShortName}`,
  meaning: `${teamShortName} keeps ${player.name}.`,
  done: `${teamShortName} keeps ${player.name}`,
  run: thenRefetch(client, () => requestOnline(calls.keepForTeam, { params: { teamId, playerId: player.playerId } })),
})

export const releaseAction = (
  client: QueryClient,
  { teamId, teamShortName }: KeeperStatus,
  player: { readonly playerId: number; readonly name: string },
): AdminAction => ({
  label: `Keeper of ${teamShortName}`,
  meaning: `${teamShortName} no longer keeps ${player.name}.`,
  done: `${teamShortName} has no keeper`,
  run: thenRefetch(client, () => requestOnline(calls.removeKeeper, { params: { teamId, playerId: player.playerId } })),
})

/** No turn has been taken; keepers are not turns. */
export const isUntouched = (picks: readonly Pick[]): boolean => picks.every(({ pickStatus }) => pickStatus !== 'DONE')
