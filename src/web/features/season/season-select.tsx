import '../../ui/form/selection.css'
import './season-select.css'
import { seasonName } from '#rules/calendar'
import type { SeasonChoice } from './season-choice.ts'

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
