import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { getNextSeason, getSeasonPlan, startSeason, undoSeason } from '#contract/next-season'
import { CallError } from '../net/call-error.ts'
import { requestOnline } from '../net/request.ts'
import { callQuery } from './call-query.ts'

// Beyond the specification: the step to the next season, for admins where the server announces `history`.

const FRESH_MS = 0
const PLAN = 'plan'

export interface SeasonRequest {
  readonly firstDay: string
  readonly lastDay: string
  readonly retire: readonly number[]
}

export const nextSeason = () => callQuery(['next-season'], getNextSeason, {}, FRESH_MS)

export const seasonPlan = ({ firstDay, lastDay, retire }: SeasonRequest) =>
  callQuery(
    ['next-season', PLAN, firstDay, lastDay, retire.join()],
    getSeasonPlan,
    { query: { firstDay, lastDay, ...(retire.length > 0 ? { retire: retire.join() } : {}) } },
    FRESH_MS,
  )

/**
 * Another season: everything on the screen is of the last one. The plan is carried out, and not to be fetched again.
 */
const startOver = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== PLAN })

/** It was refused, or is not known: the league may be another than was shown. */
const lookAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: nextSeason().queryKey })

interface Start extends SeasonRequest {
  readonly seasonId: number
  readonly fingerprint: string
  readonly key: string
}

export const startTheSeason = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ key, retire, ...body }: Start) =>
      requestOnline(startSeason, { body: { ...body, retire: [...retire] }, idempotencyKey: key }),
    onSuccess: () => startOver(client),
    onError: () => lookAgain(client),
  })

export const undoTheSeason = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ seasonId, key }: { readonly seasonId: number; readonly key: string }) =>
      requestOnline(undoSeason, { params: { seasonId }, idempotencyKey: key }),
    onSuccess: () => startOver(client),
    onError: () => lookAgain(client),
  })

const NO_ANSWER = 'No answer from the server. The page shows which season is on now: look before you try again.'

export const seasonFailure = (error: Error): string =>
  error instanceof CallError && error.kind === 'network' && error.code === null ? NO_ANSWER : error.message
