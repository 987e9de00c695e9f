import { type Static, Type } from 'typebox'

/** What the server says while it does a job: one line of JSON each. The last one is `done` or `refused`. */
export const ControlMessage = Type.Union([
  Type.Object({ say: Type.String() }),
  Type.Object({ progress: Type.Number(), what: Type.String() }),
  Type.Object({ put: Type.String(), base64: Type.String() }),
  Type.Object({ done: Type.Literal(true) }),
  Type.Object({ refused: Type.String() }),
])
export type ControlMessage = Static<typeof ControlMessage>
