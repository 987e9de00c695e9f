import { type Static, Type } from 'typebox'

const FileText = Type.String({ maxLength: 1_000_000 })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const dryRun = Type.Boolean()

/** What a command asks of whoever has the database open. */
export const ChangingJob = Type.Union([
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
    /** All that is new; of the games only those that are not settled and the last days; all of it again; days again. */
    days: Type.Union([
      Type.Literal('new'),
      Type.Literal('recent'),
      Type.Literal('all'),
      Type.Object({ from: Day, through: Day }),
    ]),
    dryRun,
  }),
  Type.Object({ do: Type.Literal('publish'), dryRun }),
])
/** What only reads: a command does it itself, on a copy of a database that a server has open. */
const ReadingJob = Type.Union([
  Type.Object({ do: Type.Literal('backup') }),
  Type.Object({ do: Type.Literal('export') }),
])
export type ChangingJob = Static<typeof ChangingJob>
export type ReadingJob = Static<typeof ReadingJob>
export type Job = ChangingJob | ReadingJob
export type JobOf<Name extends Job['do']> = Extract<Job, { do: Name }>
