import type { SeasonDay } from './season-days.ts'
import { bars, cutDays, type Plane, playedLine, projectedLine } from './season-scale.ts'

interface SeasonMarksProps {
  readonly days: readonly SeasonDay[]
  readonly plane: Plane
}

/** Bars, both lines, and a mark where something is above the scale. Drawn from our own days: the library drops zeros. */
export function SeasonMarks({ days, plane }: SeasonMarksProps) {
  const projected = projectedLine(days, plane)
  const slot = plane.width / days.length
  return (
    <g>
      {bars(days, plane).map(({ game, ...place }) => (
        <rect key={game} className="season-bar" {...place} />
      ))}
      <path className="season-played" d={playedLine(days, plane)} />
      <path className="season-halo" d={projected} />
      <path className="season-projected" d={projected} />
      {cutDays(days).map((index) => (
        <path key={index} className="season-cut" d={`M${slot * (index + 0.5)} -12l5 8h-10z`} />
      ))}
    </g>
  )
}
