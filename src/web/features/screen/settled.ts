import type { Fed } from './data-screen.tsx'

/**
 * Whether a part of a screen has found its height: it is there, or it failed. What stands below waits for that instead
 * of being pushed down.
 */
export const isSettled = ({ data, isError }: Pick<Fed, 'data' | 'isError'>): boolean => data !== undefined || isError
