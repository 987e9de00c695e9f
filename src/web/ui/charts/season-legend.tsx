import { CHART } from '#contract/limits'

const entries = [
  ['bar', 'Game points (left)'],
  ['projected', `Projected points (0-${CHART.projectedPointsMax}, right)`],
  ['played', 'Played (1 or 0, left)'],
] as const

const line = { fill: 'none', stroke: 'currentColor', strokeLinejoin: 'round' } as const
const shapes = {
  bar: { d: 'M3 14V6h5v8zM11 14V2h5v12z', fill: 'currentColor' },
  projected: { d: 'M1 13L8 7 13 9 19 2', strokeWidth: 2.5, ...line },
  played: { d: 'M1 13H7V4H13V13H19', strokeWidth: 2, ...line },
  cut: { d: 'M10 3l6 9H4z' },
} as const

const Swatch = ({ shape }: { readonly shape: keyof typeof shapes }) => (
  <svg className="season-swatch" width="20" height="16" viewBox="0 0 20 16" aria-hidden="true">
    <path className={`season-${shape}`} {...shapes[shape]} />
  </svg>
)

/** What is what, by shape as well as by colour. */
export const SeasonLegend = ({ hasCuts }: { readonly hasCuts: boolean }) => (
  <ul className="season-legend">
    {entries.map(([shape, words]) => (
      <li key={shape}>
        <Swatch shape={shape} />
        {words}
      </li>
    ))}
    {hasCuts && (
      <li>
        <Swatch shape="cut" />
        Above the scale
      </li>
    )}
  </ul>
)
