import type { Sign } from './column.ts'

/** How a change of places is shown beside a rank. */
export const shiftSign = (shift: number): Sign | null => {
  if (shift === 0) return null
  const [arrow, way, tone] = shift > 0 ? (['▲', 'up', 'gain'] as const) : (['▼', 'down', 'loss'] as const)
  const places = Math.abs(shift)
  return { text: arrow + places, words: `, ${way} ${places}`, tone }
}
