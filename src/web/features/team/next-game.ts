import type { RosterItem } from '#contract/roster'
import type { ClubSchedule } from '#contract/tonight'
import type { Instant } from '#rules/calendar'
import { nightOf } from '#rules/tonight'
import { weekdayText } from '../../ui/time/day-text.ts'
import { clockText } from '../../ui/time/relative-time.ts'

/** Of a club: its next game, `Tonight 19:00 TOR` or away `Wed @ BOS`, and `3 games this week`. */
export const gameNotes = ({ games, gamesThisWeek }: ClubSchedule, now: Instant): string[] => {
  const next = games.find(({ start }) => Date.parse(start) > now)
  const opponent = next && (next.home ? next.opponent : `@\u00a0${next.opponent}`)
  const isTonight = next && (next.tonight === true || next.date === nightOf(now))
  const when = next && (isTonight ? `Tonight ${clockText(new Date(next.start))}` : weekdayText(next.date))
  return [
    ...(next ? [`${when} ${opponent}`] : []),
    ...(gamesThisWeek > 0 ? [`${gamesThisWeek} ${gamesThisWeek === 1 ? 'game' : 'games'} this week`] : []),
  ]
}

/** By the player's id; nothing where the schedule is not known. */
export const gameNotesOf = (
  items: readonly RosterItem[],
  schedule: readonly ClubSchedule[] | undefined,
  now: Instant,
): ReadonlyMap<number, readonly string[]> => {
  const notes = new Map(schedule?.map((each) => [each.club, gameNotes(each, now)]))
  return new Map(
    items.flatMap(({ player }) => {
      const own = notes.get(player.nhlTeam ?? '')
      return own ? [[player.id, own] as const] : []
    }),
  )
}
