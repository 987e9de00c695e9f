import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { Type } from 'typebox'
import { Pick as DraftPick } from '#contract/draft'
import * as calls from '#contract/draft-admin'
import { messages } from '#contract/errors'
import { ADMIN_REFETCH_DELAY_MS } from '#contract/limits'
import { request } from './client.ts'
import { pickSequence } from './draft.ts'

/** What an admin can do: the button's label, what it does in words, and the message on success. */
export interface AdminAction {
  readonly label: string
  readonly meaning: string
  readonly done: string
  readonly run: () => Promise<unknown>
}

export interface TeamAction extends Omit<AdminAction, 'run'> {
  readonly run: (teamId: number) => Promise<unknown>
}

export const boxActions: readonly AdminAction[] = [
  {
    label: 'Generate Draft Boxes',
    meaning: 'All draft boxes are made anew from last season. Chosen keepers stay.',
    done: messages.boxesGenerated,
    run: () => request(calls.generateBoxes, {}),
  },
  {
    label: 'Lock Keepers',
    meaning: 'Every keeper becomes a pick of his team, and everyone else is released. This happens once a season.',
    done: messages.keepersLocked,
    run: () => request(calls.lockKeepers, {}),
  },
]

export const teamActions: readonly TeamAction[] = [
  {
    label: 'Set Picking Team',
    meaning: 'picks next; all others wait.',
    done: messages.pickingTeamSet,
    run: (teamId) => request(calls.setPickingTeam, { params: { teamId } }),
  },
  {
    label: 'Add Team',
    meaning: 'gets one more pick in every round that has not begun.',
    done: messages.teamAdded,
    run: (teamId) => request(calls.addPickingTeam, { params: { teamId } }),
  },
  {
    label: 'Remove Team',
    meaning: 'loses all picks that it has not made.',
    done: messages.teamRemoved,
    run: (teamId) => request(calls.removePickingTeam, { params: { teamId } }),
  },
]

export const sequenceActions: readonly AdminAction[] = [
  {
    label: 'Free Picking',
    meaning: 'All teams may pick at once.',
    done: messages.freePicking,
    run: () => request(calls.freePicking, {}),
  },
  {
    label: 'Resume Sequence',
    meaning: 'The teams pick one after the other again.',
    done: messages.sequenceResumed,
    run: () => request(calls.resumeSequence, {}),
  },
  {
    label: 'Forward',
    meaning: 'The team whose turn it is is passed over.',
    done: messages.sequenceForward,
    run: () => request(calls.forwardSequence, {}),
  },
  {
    label: 'Back',
    meaning: 'The latest pick is open again; its player stays drafted.',
    done: messages.sequenceBack,
    run: () => request(calls.backSequence, {}),
  },
  {
    label: 'Randomize',
    meaning: 'The rounds that have not begun are shuffled.',
    done: messages.sequenceRandomized,
    run: () => request(calls.randomizeSequence, {}),
  },
]

const Sequence = Type.Array(DraftPick)

/** A sequence in the answer replaces the one on screen; both lists are refetched half a second later (spec, section 7). */
export const administer = (client: QueryClient) =>
  mutationOptions({
    mutationKey: ['draft-admin'],
    mutationFn: async ({ run }: Pick<AdminAction, 'run'>): Promise<void> => {
      const answer = await run()
      const { fitsSchema } = await import('../offline/answer-check.ts')
      // An empty list may be of any kind.
      if (!fitsSchema(Sequence, answer) || answer.length === 0) return
      const { queryKey } = pickSequence()
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, answer)
    },
    onSettled: () => {
      setTimeout(() => {
        for (const subject of ['pick-sequence', 'keepers-status']) {
          void client.invalidateQueries({ queryKey: [subject] })
        }
      }, ADMIN_REFETCH_DELAY_MS)
    },
  })
