export const MISSING = '-'

/** A figure with fixed decimals, '-' when there is none; never '-0'. */
export function figure(value: number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** What a player costs or brought, two decimals; '-' when there is no price or the player is free. */
export const price = (value: number | null | undefined): string => figure(value || null, 2)

/** A change, with its sign. */
export function change(value: number | null | undefined, decimals = 0): string {
  const text = figure(value, decimals)
  return text !== MISSING && Number(text) > 0 ? `+${text}` : text
}

/** What the shown change is, as a colour; a change that rounds to nothing has none. */
export function changeTone(value: number | null | undefined, decimals = 0): 'gain' | 'loss' | null {
  const shown = Number(figure(value, decimals))
  return shown > 0 ? 'gain' : shown < 0 ? 'loss' : null
}

/** Seconds as m:ss. */
export function minutes(seconds: number | null | undefined): string {
  if (figure(seconds) === MISSING) return MISSING
  const whole = Math.round(seconds ?? 0)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const endings = ['th', 'st', 'nd', 'rd'] as const

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (rank: number): string => {
  const isTeen = rank % 100 >= 11 && rank % 100 <= 13
  return `${rank}${(isTeen ? null : endings[rank % 10]) ?? 'th'}`
}
