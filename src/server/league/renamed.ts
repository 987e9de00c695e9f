import { TeamNames } from '#contract/stats'
import { fits } from '../http/answers/validator.ts'
import type { Recorded } from './record.ts'

/** Without what it was called before in a record of earlier days. */
export const renamed = ({ was }: Recorded, now: TeamNames): string => {
  const called = ({ name, shortName }: TeamNames) => `${name} (${shortName})`
  if (!fits<TeamNames>(TeamNames, was)) return `gave a team the name ${called(now)}`
  return called(was) === called(now)
    ? `left the name of the team ${called(now)} as it was`
    : `renamed the team ${called(was)} to ${called(now)}`
}
