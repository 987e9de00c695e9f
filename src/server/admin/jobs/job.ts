import { type Static, Type } from 'typebox'
import { AskedDay } from '#contract/call'
import { CORRECTION_KINDS } from '#contract/corrections'

const FileText = Type.String({ maxLength: 1_000_000 })
const UserName = Type.String({ maxLength: 200 })
const dryRun = Type.Boolean()
/** Empty where the command did not say it. */
const Word = Type.String({ maxLength: 400 })

/** What a command asks of the process that has the database open. */
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
    /** Where players unknown to the league are looked up, as in `import`. */
    from: Type.Union([Type.String(), Type.Null()]),
    dryRun,
  }),
  Type.Object({ do: Type.Literal('undo-season'), dryRun }),
  Type.Object({ do: Type.Literal('history'), file: FileText, dryRun }),
  Type.Object({ do: Type.Literal('teams') }),
  Type.Object({
    do: Type.Literal('invite'),
    user: UserName,
    /** Whether their passkeys and logins end. */
    lost: Type.Boolean(),
    dryRun,
  }),
  Type.Object({
    do: Type.Literal('sessions'),
    /** null: everybody's. */
    user: Type.Union([UserName, Type.Null()]),
    end: Type.Boolean(),
    dryRun,
  }),
  Type.Object({
    do: Type.Literal('import'),
    /** Absolute; null: the NHL's API. */
    from: Type.Union([Type.String(), Type.Null()]),
    /** `new`: all that is new; `recent`: only games that are not final and the last days; `all`: everything again; or these days again. */
    days: Type.Union([
      Type.Literal('new'),
      Type.Literal('recent'),
      Type.Literal('all'),
      Type.Object({ from: AskedDay, through: AskedDay }),
    ]),
    dryRun,
  }),
  Type.Object({
    do: Type.Literal('publish'),
    /** Only while something new waits for it. */
    ifNew: Type.Optional(Type.Boolean()),
    dryRun,
  }),
  Type.Object({ do: Type.Literal('refresh') }),
  Type.Object({ do: Type.Literal('note-backup'), place: Type.String({ maxLength: 1_000 }), bytes: Type.Integer() }),
  Type.Object({ do: Type.Literal('tell'), words: Type.String({ maxLength: 10_000 }), dryRun }),
  Type.Object({
    do: Type.Literal('correct'),
    /** What is to be put right, in the words of the command; null: list what was. */
    asked: Type.Union([
      Type.Null(),
      Type.Object({
        kind: Type.Enum([...CORRECTION_KINDS]),
        team: Word,
        player: Word,
        /** A day, or a day and a time, of the league. */
        asOf: Word,
        amount: Type.Union([Type.Number(), Type.Null()]),
        nr: Type.Union([Type.Integer(), Type.Null()]),
        /** Of a trade: whether its other half stands. */
        isHalf: Type.Boolean(),
        againstRules: Type.Boolean(),
      }),
    ]),
    reason: Word,
    by: Word,
    dryRun,
  }),
  Type.Object({ do: Type.Literal('rename'), team: Word, name: Word, shortName: Word, dryRun }),
  Type.Object({
    do: Type.Literal('take-back'),
    /** Whose pick; without it: say which pick is the last. */
    player: Word,
    by: Word,
    dryRun,
  }),
])
/** A job that only reads: the command does it itself, on a copy if a server has the database open. */
const ReadingJob = Type.Union([
  Type.Object({ do: Type.Literal('backup') }),
  Type.Object({
    do: Type.Literal('export'),
    /** null: the season that is on. */
    seasonId: Type.Union([Type.Integer(), Type.Null()]),
  }),
  Type.Object({
    do: Type.Literal('audit'),
    /** null: everybody's, every kind, every day. */
    by: Type.Union([Type.String(), Type.Null()]),
    kind: Type.Union([Type.String(), Type.Null()]),
    day: Type.Union([AskedDay, Type.Null()]),
    csv: Type.Boolean(),
  }),
])
export type ChangingJob = Static<typeof ChangingJob>
export type ReadingJob = Static<typeof ReadingJob>
export type Job = ChangingJob | ReadingJob
export type JobOf<Name extends Job['do']> = Extract<Job, { do: Name }>
