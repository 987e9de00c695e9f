import type { LeagueDay } from '#rules/calendar'
import type { SourceSchedule } from './source.ts'

/** Where a schedule may lack games. */
export type Gaps = Pick<SourceSchedule, 'odd' | 'unread'>

/** Not every game of the day could be read. */
export const hasGap = ({ odd, unread }: Gaps, day: LeagueDay): boolean =>
  odd.some((game) => game.day === day) || unread.some(({ from, through }) => from <= day && day <= through)

/** Whether a game of the day may be missing because it, or one without a number, could not be read. */
export const mayBeInGap = ({ odd, unread }: Gaps, day: LeagueDay, gameId: number | null): boolean =>
  odd.some((game) => (game.id === null ? game.day === day : game.id === gameId)) || hasGap({ odd: [], unread }, day)
