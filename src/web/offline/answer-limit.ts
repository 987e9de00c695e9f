/** How long an answer is waited for, ms. */
export const TIMEOUT_MS = 12_000

/** How long a refusal asks to wait (Retry-After: seconds, or a date), ms. */
export const readRetryAfter = (header: string | null, now: number): number | null => {
  if (header === null) return null
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
