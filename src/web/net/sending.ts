/** How long an answer is waited for, ms. */
export const TIMEOUT_MS = 12_000

/** How every call is sent. Another site's form or link cannot send the header. */
export const SENDING = {
  headers: { Accept: 'application/json', 'X-Requested-With': 'hockey-pool' },
  credentials: 'include',
  redirect: 'manual',
  cache: 'no-store',
} as const satisfies RequestInit

/**
 * A random UUID (version 4), as an Idempotency-Key. `crypto.randomUUID` does not exist on plain http, where the app
 * works, too.
 */
export const uuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

interface EarlyAnswer {
  readonly response: Promise<Response>
  /** By `performance.now()`. */
  readonly requestedAt: number
}

declare global {
  /** Requested by the first-frame script before the app ran; by address, taken once. */
  var earlyAnswers: Record<string, EarlyAnswer | undefined> | undefined
}

/** The answer to a request that was sent before the app ran, if there is one. */
export const takeEarlyAnswer = (address: string): Promise<Response> | undefined => {
  const early = globalThis.earlyAnswers?.[address]
  if (early) delete globalThis.earlyAnswers?.[address]
  return early && performance.now() - early.requestedAt < TIMEOUT_MS ? early.response : undefined
}
