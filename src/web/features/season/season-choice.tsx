import './season-select.css'
import { useQuery } from '@tanstack/react-query'
import type { PastSeason } from '#contract/history'
import { seasonName } from '#rules/calendar'
import { history } from '../../data/history.ts'
import { useFeature } from '../../data/user.ts'
import { Choose } from '../../ui/choose.tsx'
import { useAddress } from '../../ui/use-address.ts'

/** The season's name in the address. */
const SEASON = 'season'

export interface SeasonChoice {
  /** A season that is over; null for the one that is on. */
  readonly seasonId: number | null
  /** Those that can be chosen, the latest first; none where the server has no history. */
  readonly seasons: readonly PastSeason[]
  /** The one that is on. */
  readonly presentId: number | null
  readonly choose: (seasonId: number | null) => void
}

/** Which season a list shows; kept in the address. */
export function useSeasonChoice(): SeasonChoice {
  const [search, change] = useAddress()
  const hasHistory = useFeature('history')
  const { data } = useQuery({ ...history(), enabled: hasHistory })
  const seasons = data?.seasons.filter(({ isPlayedHere }) => isPlayedHere) ?? []
  const requestedId = search[SEASON]
  // Until the list is there the address is believed.
  const isKnown = typeof requestedId === 'number' && (!data || seasons.some(({ id }) => id === requestedId))
  return {
    seasonId: hasHistory && isKnown ? requestedId : null,
    seasons,
    presentId: data?.seasonId ?? null,
    choose: (seasonId) => void change((before) => ({ ...before, [SEASON]: seasonId ?? undefined })),
  }
}

/** An address in the season that is shown. */
export const inSeason = (path: string, seasonId: number | null): string =>
  seasonId === null ? path : `${path}?${SEASON}=${seasonId}`

/** Chooses the season of a list, where there is one that is over. */
export const SeasonSelect = ({ choice }: { readonly choice: SeasonChoice }) => {
  const { seasonId, seasons, presentId, choose } = choice
  if (seasons.length === 0 || presentId === null) return null
  return (
    <Choose
      className="season-select"
      label="Season"
      value={seasonId ?? presentId}
      options={[presentId, ...seasons.map(({ id }) => id)].map((id) => [id, seasonName(id)])}
      isNarrowed={seasonId !== null}
      onChoose={(chosen) => choose(Number(chosen) === presentId ? null : Number(chosen))}
    />
  )
}
