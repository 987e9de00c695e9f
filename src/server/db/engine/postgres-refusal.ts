import pg from 'pg'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { NOT_ALLOWED, sqlErrorOf } from './database-errors.ts'

const USUAL_PORT = 5432

/** Which database a URL leads to, without the password. */
export function postgresPlace(url: string): string {
  const { database, host, port } = new pg.Client(url)
  return `the PostgreSQL database ${database} on ${host}${port === USUAL_PORT ? '' : `, port ${port}`}`
}

/** What the driver finds wrong by itself has no code: what it says, and what is shown of it. */
const WITHOUT_CODE = [
  ['client password must be', 'no password in DATABASE_URL'],
  ['does not support SSL', 'it has no TLS'],
] as const

/** Why the server was not opened, and what to do. */
export function notOpened(url: string, error: unknown): StartRefusal {
  const code = error instanceof Error && 'code' in error ? error.code : null
  // The second: percent signs that are no text.
  if (code === 'ERR_INVALID_URL' || error instanceof URIError) {
    return new StartRefusal(
      'DATABASE_URL cannot be read as a URL: in its password, write # as %23, / as %2F, ? as %3F and % as %25.',
    )
  }
  const refusal = notAllowed(url, error)
  if (refusal) return refusal
  if (code === '3D000') {
    const { database, user } = new pg.Client(url)
    return new StartRefusal(
      `The PostgreSQL server of DATABASE_URL has no database "${database}"; make an empty one first, as PostgreSQL's administrator: createdb --owner=${user} ${database}`,
    )
  }
  const message = error instanceof Error ? error.message : ''
  const why = code ?? WITHOUT_CODE.find(([said]) => message.includes(said))?.[1] ?? null
  return new StartRefusal(
    `The PostgreSQL server of DATABASE_URL does not answer or does not let us in${why === null ? '' : ` (${why})`}.`,
  )
}

/** The database is another user's, as one that an administrator makes for themselves is; null: it is another error. */
export function notAllowed(url: string, error: unknown): StartRefusal | null {
  const found = sqlErrorOf(error)
  if (found?.code !== NOT_ALLOWED) return null
  const { database, user } = new pg.Client(url)
  const what = `The PostgreSQL user "${user}" may not make tables in the database "${database}" (${found.message}).`
  const isOfTable = /\b(table|relation|sequence|index|view|function|type) /.test(found.message)
  return new StartRefusal(
    isOfTable
      ? `${what} The tables there belong to another user: make "${user}" their owner, or restore a backup into an empty database that it owns.`
      : `${what} Make it the owner, as PostgreSQL's administrator: psql -d ${database} -c 'ALTER DATABASE "${database}" OWNER TO "${user}"'`,
  )
}
