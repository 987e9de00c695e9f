/** The database is out of reach, stopping, starting or too busy. Nothing has been changed, except as below. */
export class DatabaseUnavailable extends Error {
  constructor(cause?: unknown, sentence = 'The league does not answer at the moment. Please try again shortly.') {
    super(sentence)
    this.cause = cause
  }
}

/** A full or failing disk, or a server that has become read-only. Nothing has been changed. */
export class DatabaseUnwritable extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'The league cannot save anything at the moment. Nothing was changed; please try again later.')
  }
}

/** The answer to a COMMIT was lost: everything was done, or nothing. */
export class OutcomeUnknown extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'The league stopped answering. Whether this was done shows in a moment.')
  }
}

interface SqlError {
  /** SQLSTATE. */
  readonly code: string
  readonly constraint: string | undefined
  readonly message: string
}

/** What PostgreSQL answers when it cannot write. */
export const DISK_FULL = '53100'

/** What it answers a user without the right to do this. */
export const NOT_ALLOWED = '42501'

const SQLSTATE = /^[0-9A-Z]{5}$/

/** The error of the database, however often it was wrapped. Null: it is another error. */
export function sqlErrorOf(error: unknown): SqlError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause) || typeof cause.code !== 'string' || !SQLSTATE.test(cause.code)) continue
    const constraint = 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined
    return { code: cause.code, constraint, message: cause.message }
  }
  return null
}

/** The unique index that a row violated; null: it is another error. */
export function violatedIndex(error: unknown): string | null {
  const found = sqlErrorOf(error)
  return found?.code === '23505' ? (found.constraint ?? null) : null
}

/** A row that it refers to went away meanwhile, or one that it removes is referred to. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlErrorOf(error)?.code === '23503'

/** Serialization failure, deadlock: the same transaction may well succeed when it is run again. */
export const isWorthRepeating = (error: unknown): boolean => ['40001', '40P01'].includes(sqlErrorOf(error)?.code ?? '')

/**
 * Not the statement's fault: connections (08), a standby after a fail-over (25006), idle within a transaction for too
 * long (25P03), out of resources (53), waited too long for a lock (55P03) or at all (57014), stopping or starting
 * (57P), a broken disk (58).
 */
const UNAVAILABLE = /^(08|53|57P|58)|^(25006|25P03|55P03|57014)$/

/**
 * A restore has put other tables in the place of those that a statement, a plan or a check of a reference had found:
 * they
 * are gone by their numbers (XX000), by their names (42P01), or have other columns (0A000).
 */
const REPLACED = /^(42P01|XX000: (could not open relation|cache lookup failed)|0A000: cached plan)/

/** The same may well work later. */
export const isUnavailable = (error: unknown): boolean => UNAVAILABLE.test(sqlErrorOf(error)?.code ?? '')

/** A league was put in the place of the one that a request was about. */
export function isReplaced(error: unknown): boolean {
  const found = sqlErrorOf(error)
  return found !== null && REPLACED.test(`${found.code}: ${found.message}`)
}

/** A page or an index that is not as it was written, or a missing file. */
export const isDamage = (error: unknown): boolean => ['XX001', 'XX002', '58P01'].includes(sqlErrorOf(error)?.code ?? '')

const SENTENCES: Readonly<Record<string, string>> = {
  [DISK_FULL]: 'The disk of the database is full. This step has changed nothing; free some space and run it again.',
  '58030':
    "The disk of the database fails: it could not be read or written. This step has changed nothing; the system's log says more.",
  '25006': 'The database takes no changes at present: it is read-only. This step has changed nothing.',
}
const DAMAGED =
  'The database is damaged. Stop the server and put the last backup in its place: npm run league -- restore FILE'

/** What a person can do about an error of the disk or the server below the database; null: it is another error. */
export function storageSentence(error: unknown): string | null {
  if (isDamage(error)) return DAMAGED
  return SENTENCES[sqlErrorOf(error)?.code ?? ''] ?? null
}
