import type { ReactNode } from 'react'
import { BREAKPOINTS } from '#contract/limits'
import type { Team } from '#contract/stats'
import { windowWidth } from '../../ui/window-width.ts'
import { GoalLamp } from './goal-lamp.tsx'
import { StandingsNews } from './standings-news.tsx'

interface StandingsExtrasProps {
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
}

/** The lamp, and in a wide window the news in the room that is kept for them. */
export const StandingsExtras = ({ teams, ownTeamId }: StandingsExtrasProps): ReactNode => (
  <>
    <GoalLamp key={ownTeamId} total={teams.find(({ id }) => id === ownTeamId)?.totalScore} />
    {windowWidth() >= BREAKPOINTS.xl && <StandingsNews teams={teams} />}
  </>
)
