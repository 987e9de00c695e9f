import type { PlanLine } from '#contract/next-season'
import type { Queries } from '../../db/engine/database.ts'
import { HttpError } from '../../http/answers/http-error.ts'

/** Something to be done, and the line that announces it. */
export interface Step {
  readonly line: PlanLine
  run(queries: Queries): Promise<void>
}

/** A line for which nothing is left to be done. */
export const without = (kind: PlanLine['kind'], text: string): Step => ({ line: { kind, text }, run: async () => {} })

const SIGNS = { new: '+', gone: '-', changed: '~', kept: '=', note: '!' } as const satisfies Record<
  PlanLine['kind'],
  string
>

/** As a command prints it. */
export const printedLine = ({ kind, text }: PlanLine): string => `${SIGNS[kind]} ${text}`

/** Why it is not done, in sentences. */
export const refusedBecause = (sentences: string): HttpError => new HttpError(409, 'SEASON_REFUSED', sentences)

export const DRY_RUN = 'Dry run: nothing has been changed.'
