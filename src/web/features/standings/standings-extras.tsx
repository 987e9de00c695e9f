import type { ReactNode } from 'react'
import type { Team } from '#contract/stats'
import { later } from '../../ui/later.tsx'
import { useWideWindow } from '../../ui/use-wide-window.ts'
import { GoalLamp } from './goal-lamp.tsx'
import { StandingsNews } from './standings-news.tsx'

interface StandingsExtrasProps {
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
}

const EarlierSeasons = later(async () => (await import('../season/earlier-seasons.tsx')).EarlierSeasons)

/** The lamp, in a wide window the news in the room reserved for them, and the way to earlier seasons. */
export function StandingsExtras({ teams, ownTeamId }: StandingsExtrasProps): ReactNode {
  const isWide = useWideWindow()
  return (
    <>
      <GoalLamp key={ownTeamId} total={teams.find(({ id }) => id === ownTeamId)?.totalScore} />
      {isWide && <StandingsNews teams={teams} />}
      <EarlierSeasons />
    </>
  )
}
