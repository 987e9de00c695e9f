interface SqlError {
  /** SQLSTATE. */
  readonly code: string
  readonly constraint: string | undefined
}

/** What the database said; drizzle wraps it. Null: the fault is another. */
function sqlErrorOf(error: unknown): SqlError | null {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error) || !('code' in cause) || typeof cause.code !== 'string') return null
  const constraint = 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined
  return { code: cause.code, constraint }
}

/** Which unique index a row did not fit into; null: the fault is another. */
export function violatedIndex(error: unknown): string | null {
  const said = sqlErrorOf(error)
  return said?.code === '23505' ? (said.constraint ?? null) : null
}

/** Serialization failure, deadlock: the same transaction may well succeed when it is run again. */
export const isWorthRepeating = (error: unknown): boolean => ['40001', '40P01'].includes(sqlErrorOf(error)?.code ?? '')
