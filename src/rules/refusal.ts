import type { ErrorCode } from '#contract/errors'

/** A rule's "no": a value with the reason's code, never an exception. */
export interface Refusal {
  readonly refused: ErrorCode
}

export const refuse = (refused: ErrorCode): Refusal => ({ refused })

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value
