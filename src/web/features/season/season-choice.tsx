import '../../ui/form/selection.css'
import './season-select.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PastSeason } from '#contract/history'
import { seasonName } from '#rules/calendar'
import { history } from '../../data/history.ts'
import { useFeature } from '../../data/user.ts'

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

/** Which season a list shows: kept in the address: a link shows the same. */
export function useSeasonChoice(): SeasonChoice {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
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
    choose: (seasonId) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, [SEASON]: seasonId ?? undefined }),
        replace: true,
        resetScroll: false,
      }),
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
    <label className="choose season-select">
      <span>Season</span>
      <select
        className="selection"
        value={seasonId ?? presentId}
        data-narrowed={seasonId !== null}
        onChange={({ target }) => choose(Number(target.value) === presentId ? null : Number(target.value))}
      >
        {[presentId, ...seasons.map(({ id }) => id)].map((id) => (
          <option key={id} value={id}>
            {seasonName(id)}
          </option>
        ))}
      </select>
    </label>
  )
}
