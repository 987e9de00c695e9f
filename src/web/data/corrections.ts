import { mutationOptions } from '@tanstack/react-query'
import {
  type AskedCorrection,
  getCorrections,
  getTeamCorrections,
  makeCorrection,
  previewCorrection,
} from '#contract/corrections'
import { requestOnline } from '../net/request.ts'
import { callQuery } from './call-query.ts'

// Beyond the specification: only asked for where the server announces `corrections`, and changed where it announces `office`.

const FRESH_MS = 60_000

export const corrections = () => callQuery(['corrections'], getCorrections, {}, FRESH_MS)
export const teamCorrections = (teamId: number) =>
  callQuery(['team-corrections', teamId], getTeamCorrections, { params: { teamId } }, FRESH_MS)

export const lookAtCorrection = () =>
  mutationOptions({
    mutationKey: ['look-at-correction'],
    mutationFn: (body: AskedCorrection) => requestOnline(previewCorrection, { body }),
  })

/** What a correction may change. */
const changed = [
  'teams',
  'team',
  'recent-totals',
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

interface Confirmed {
  readonly asked: AskedCorrection
  readonly reason: string
  /** Of what the admin has seen. */
  readonly expects: string
  /** The Idempotency-Key: one for each confirmation. */
  readonly key: string
}

export const putRight = () =>
  mutationOptions({
    mutationKey: ['put-right'],
    mutationFn: ({ key, ...body }: Confirmed) => requestOnline(makeCorrection, { body, idempotencyKey: key }),
    onSettled: (_made, _error, _confirmed, _result, { client }) => {
      for (const name of changed) void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
    },
  })
