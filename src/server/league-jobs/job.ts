import { type Static, Type } from 'typebox'

const FileText = Type.String({ maxLength: 1_000_000 })
const dryRun = Type.Boolean()

/** What a command asks of whoever has the database open. */
export const Job = Type.Union([
  Type.Object({ do: Type.Literal('init'), file: FileText, dryRun }),
  Type.Object({
    do: Type.Literal('members'),
    file: Type.Union([FileText, Type.Null()]),
    remove: Type.Boolean(),
    dryRun,
  }),
  Type.Object({
    do: Type.Literal('season'),
    file: FileText,
    /** Who is asked for players whom the league does not know, as in `import`. */
    from: Type.Union([Type.String(), Type.Null()]),
    dryRun,
  }),
  Type.Object({ do: Type.Literal('teams') }),
  Type.Object({
    do: Type.Literal('import'),
    /** Absolute; null: the NHL's API. */
    from: Type.Union([Type.String(), Type.Null()]),
    /** Only games that are not settled and the last days. */
    recent: Type.Boolean(),
    dryRun,
  }),
  Type.Object({ do: Type.Literal('publish'), dryRun }),
  Type.Object({ do: Type.Literal('backup') }),
  Type.Object({ do: Type.Literal('export') }),
])
export type Job = Static<typeof Job>
export type JobOf<Name extends Job['do']> = Extract<Job, { do: Name }>
