import { CallError, isOffline } from '../../data/call-error.ts'

/** How a failed action is told: in red only what the league has refused, not that it could not be reached. */
export const failureKind = (error: Error | null): 'error' | 'warning' =>
  error instanceof CallError && !isOffline(error) ? 'error' : 'warning'
