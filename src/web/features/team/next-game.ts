import type { RosterItem } from '#contract/roster'
import type { ClubSchedule } from '#contract/tonight'
import type { Instant } from '#rules/calendar'
import { nightOf } from '#rules/tonight'
import { weekdayText } from '../../ui/time/day-text.ts'
import { clockText } from '../../ui/time/relative-time.ts'

/** Of a club: its next game and the number of this week's, `19:00 TOR` of tonight or `Wed @ BOS · 3 this week`; or ''. */
export const gameNote = ({ games, gamesThisWeek }: ClubSchedule, now: Instant): string => {
  const next = games.find(({ start }) => Date.parse(start) > now)
  if (!next) return gamesThisWeek > 0 ? `${gamesThisWeek} ${gamesThisWeek === 1 ? 'game' : 'games'} this week` : ''
  const isTonight = next.tonight === true || next.date === nightOf(now)
  const when = isTonight ? clockText(new Date(next.start)) : weekdayText(next.date)
  const game = `${when} ${next.home ? next.opponent : `@\u00a0${next.opponent}`}`
  return gamesThisWeek > 0 ? `${game} · ${gamesThisWeek}\u00a0this\u00a0week` : game
}

/** By the player's id; nothing where the schedule is not known. */
export const gameNotes = (
  items: readonly RosterItem[],
  schedule: readonly ClubSchedule[] | undefined,
  now: Instant,
): ReadonlyMap<number, string> => {
  const notes = new Map(schedule?.map((each) => [each.club, gameNote(each, now)]))
  return new Map(
    items.flatMap(({ player }) => {
      const own = notes.get(player.nhlTeam ?? '')
      return own ? [[player.id, own] as const] : []
    }),
  )
}
