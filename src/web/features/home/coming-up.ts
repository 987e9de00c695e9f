import { dayStart, type Instant } from '#rules/calendar'
import type { League } from '#rules/league'
import { whenText } from '../../ui/time/relative-time.ts'

/** The league's dates that are still to come, each in a sentence, the next one first. */
export const comingUp = ({ dates, constants }: League, now: Instant): string[] => {
  const events: readonly (readonly [Instant, string])[] = [
    [dayStart(dates.rosterHoldStartDate, constants.timeZone), 'The season begins'],
    [dates.tradingStartTime, 'Trading opens'],
    [dates.tradingEndTime, 'Trading closes'],
  ]
  return events.filter(([at]) => at > now).map(([at, what]) => `${what} ${whenText(at, now)}.`)
}
