import { useNavigate } from '@tanstack/react-router'
import { useSeasonChoice } from './season-choice.ts'
import { SeasonSelect } from './season-select.tsx'

/** Leads from what is on to how an earlier season ended. */
export function EarlierSeasons() {
  const choice = useSeasonChoice()
  const navigate = useNavigate()
  const choose = (seasonId: number | null) => {
    if (seasonId !== null) void navigate({ to: '/history/$seasonId', params: { seasonId: String(seasonId) } })
  }
  return <SeasonSelect choice={{ ...choice, seasonId: null, choose }} />
}
