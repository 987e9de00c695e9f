import { queryOptions } from '@tanstack/react-query'
import { getSchedule, getTonight, type Tonight } from '#contract/tonight'
import { isCalledOff } from '#rules/tonight'
import { callQuery } from './call-query.ts'

// Beyond the specification: only fetched where the server announces `tonight`.

const MINUTE_MS = 60_000
/** As often as the server reads the scores. */
const POLL_MS = 20_000
const EARLY_MS = 5 * MINUTE_MS
/** Games are moved; and a timer of more than 24 days would end at once. */
const LONGEST_MS = 60 * MINUTE_MS

/**
 * When to ask again, in ms from now: every 20 s from 5 minutes before the first start; false once all games are
 * official. Who won is known a moment after the end.
 */
export const nextPoll = ({ games }: Tonight, now: number): number | false => {
  const due = games
    .filter(({ state }) => state !== 'OFF' && !isCalledOff(state))
    // Once one has begun the clock of this device, which may be wrong, has no say.
    .map(({ state, start }) => (state === 'FUT' ? Date.parse(start) - EARLY_MS - now : 0))
  return due.length > 0 && Math.min(Math.max(Math.min(...due), POLL_MS), LONGEST_MS)
}

/** Fetched again while the app is visible, and whenever it becomes visible. */
export const tonight = () =>
  queryOptions({
    ...callQuery(['tonight'], getTonight, {}, POLL_MS / 2),
    refetchInterval: ({ state: { data } }) => (data ? nextPoll(data, Date.now()) : false),
  })

/** Changes when a game is moved. */
export const schedule = () => callQuery(['schedule'], getSchedule, {}, 10 * MINUTE_MS)
