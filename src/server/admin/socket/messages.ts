import { type Static, Type } from 'typebox'
import { ChangingJob } from '../jobs/job.ts'

/** What a command asks for: a job, or a copy of the database's files where it is read (store/engine/read-copy.ts). */
export const ControlRequest = Type.Union([ChangingJob, Type.Object({ do: Type.Literal('copy') })])
export type ControlRequest = Static<typeof ControlRequest>

/** What the server sends while it does a job: one line of JSON each. The last one is `done` or `refused`. */
export const ControlMessage = Type.Union([
  Type.Object({ say: Type.String() }),
  Type.Object({ progress: Type.Number(), what: Type.String() }),
  Type.Object({ done: Type.Literal(true) }),
  Type.Object({ refused: Type.String() }),
])
export type ControlMessage = Static<typeof ControlMessage>
