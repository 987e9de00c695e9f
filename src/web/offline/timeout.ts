// Apart from the rest of what is said of answers: the first-frame script needs it, too, and no schema.

/** How long an answer is waited for, ms. */
export const TIMEOUT_MS = 12_000
