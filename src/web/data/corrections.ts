import { mutationOptions } from '@tanstack/react-query'
import * as contract from '#contract/corrections'
import { requestOnline } from '../net/request.ts'
import { callQuery } from './call-query.ts'

// Beyond the specification: only requested where the server announces `corrections`, and changed where it announces
// `office`.

const FRESH_MS = 60_000

export const corrections = () => callQuery(['corrections'], contract.getCorrections, {}, FRESH_MS)
export const teamCorrections = (teamId: number) =>
  callQuery(['team-corrections', teamId], contract.getTeamCorrections, { params: { teamId } }, FRESH_MS)

export const previewCorrection = () =>
  mutationOptions({
    mutationFn: (body: contract.CorrectionInput) => requestOnline(contract.previewCorrection, { body }),
  })

/** What a correction may change. */
const changed = [
  'teams',
  'team',
  'recent-points',
  'team-players',
  'roster-entry',
  'players',
  'player',
  'trades',
  'roster-changes',
  'cart',
  'corrections',
  'team-corrections',
] as const

/** A correction whose preview the admin has seen. */
export interface PreviewedCorrection {
  readonly input: contract.CorrectionInput
  readonly reason: string
  readonly preview: contract.CorrectionPreview
  /** The Idempotency-Key: one for each confirmation. */
  readonly key: string
}

export const applyCorrection = () =>
  mutationOptions({
    mutationFn: ({ input, reason, preview: { expects }, key }: PreviewedCorrection) =>
      requestOnline(contract.makeCorrection, { body: { asked: input, reason, expects }, idempotencyKey: key }),
    onSettled: (_made, _error, _confirmed, _result, { client }) => {
      for (const name of changed) void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
    },
  })
