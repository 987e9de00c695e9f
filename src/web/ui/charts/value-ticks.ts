/** Into how many steps an axis is divided, about. */
const STEPS = 5
const NICE = [1, 2, 2.5, 5, 10]

/** Round numbers from at most the least value to at least the most. */
export function valueTicks(least: number, most: number): number[] {
  const span = most - least
  if (!Number.isFinite(span) || span <= 0) return Number.isFinite(least) ? [least, least + 1] : [0, 1]
  const power = 10 ** Math.floor(Math.log10(span / STEPS))
  const step = NICE.map((factor) => factor * power).find((each) => each * STEPS >= span) ?? span
  const from = Math.floor(least / step)
  const count = Math.ceil(most / step) - from
  return Array.from({ length: count + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)))
}

/** From the first place down to the last, such as 1, 3, 6, 9, 12. */
export function rankTicks(last: number): number[] {
  const step = Math.max(1, Math.ceil((last - 1) / (STEPS - 1)))
  const below = Array.from({ length: Math.ceil(last / step) }, (_, index) => (index + 1) * step)
  return [1, ...below.filter((rank) => rank > 1)]
}
