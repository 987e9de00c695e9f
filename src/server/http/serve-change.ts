import { hash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Answer, Call } from '#contract/call'
import { calls, callsIn } from '#contract/calls'
import * as command from '#contract/command'
import type { ErrorCode } from '#contract/errors'
import type { Instant } from '#rules/calendar'
import type { Database, Queries } from '../db/engine/database.ts'
import { isForeignKeyViolation, isWorthRepeating, violatedIndex } from '../db/engine/database-errors.ts'
import { lockRequestKey, lockSeason, shareSeason } from '../db/locks.ts'
import { firstRow, repeatedly } from '../db/queries.ts'
import { KEPT } from '../db/retention.ts'
import { keptAnswer } from '../db/tables/tables.ts'
import { BY_NO_PERSON, type SentenceOf, saveAudit, sentenceFor } from '../league/audit.ts'
import { type Access, admit, admitWithin, inTurn, NotAdmitted } from './admission.ts'
import { HttpError, refusalError } from './answers/http-error.ts'
import { fits } from './answers/validator.ts'
import { type Context, isOwner, OWNER, type SessionUser } from './context.ts'
import { httpErrorOf } from './error-handler.ts'
import { PreparedBytes, sendBytes } from './prepared.ts'
import { checked, route, type Sent, sent } from './serve.ts'

export interface Asking<C extends Call> extends Sent<C> {
  user: SessionUser
}

export interface Change<C extends Call> extends Asking<C> {
  /** Of the change's transaction. */
  queries: Queries
  /** After the locks: changes to one subject are dated in the order in which they happen. */
  now: Instant
  /** Adds to the audit record what the request does not have, such as a name that is replaced. */
  note(facts: Readonly<Record<string, unknown>>): void
  /** Nothing was changed: there is nothing to record. */
  leaveUnrecorded(): void
  /** What is done here is rolled back, and answered as what would be done. */
  readonly isDryRun: boolean
}

export interface ChangeOptions<C extends Call> {
  access: Exclude<Access, 'anyone' | 'login'>
  /** What the office's records say of it. */
  record?: SentenceOf<C>
  /** Throws the refusal for a user who may not: before the locks, and after them for the user that it is then. */
  may?: (asking: Asking<C>) => void
  /** What must stand still (db/locks.ts says in which order). */
  lock?: (queries: Queries, asking: Asking<C>) => Promise<void>
  /** Not while statistics are imported: an import would go on in what has changed under it. */
  isAlone?: boolean
  /** True: it is about the season as a whole, and no other change runs meanwhile. */
  locksSeason?: boolean
  /** True: the answer is a secret, which is sent once. A repeated request gets a sentence that says so. */
  answersOnce?: boolean
  /** What the change makes out of date: it shows in prepared answers. */
  invalidates?: 'answers'
  /** It may end logins, or change what somebody may do: every process looks up its users again. */
  changesUsers?: boolean
  /** What it means that a row did not fit into a unique index: the net below the locks. */
  onUniqueViolation?: { readonly [index: string]: ErrorCode }
  handle: (change: Change<C>) => Promise<Answer<C>>
}

export interface Changing<C extends Call> extends ChangeOptions<C> {
  call: C
}

/**
 * Makes the route of a call that changes something: one transaction with the change, its audit record and, when the
 * request has an `Idempotency-Key`, its answer. The same request with the same key gets that answer again, for seven
 * days, and does nothing. That holds for refusals of the handler, too: a copy of a refused request that arrives late
 * must not do what its sender has given up. Not kept is what was never decided: a malformed request, no session, a
 * missing role, a fault. Of a refusal nothing else is written.
 *
 * It may wait long for its turn and for its locks. So its transaction looks up again whose it is, and holds that until
 * it ends: what an admin, or the member on another device, has taken away does nothing from then on.
 */
export function serveChange<const C extends Call>(
  app: FastifyInstance,
  context: Context,
  call: C,
  options: ChangeOptions<C>,
): void {
  const { access } = options
  declareRecord(context, call, options)
  route(app, call, async (request, reply) => {
    const user = await admit(context, request, access)
    const { loginLimits } = context
    loginLimits.change(user.subject)
    const input = sent(call, request)
    const key = keyOf(request)
    const isDryRun = asksForDryRun(call, request)
    const admitted = { request, reply, access, user }
    const decided = await inTurn(context, admitted, (asker) =>
      loginLimits.refusable(
        user.subject,
        () => makeChange(context, { ...options, call }, { ...input, user: asker }, key, isDryRun),
        // What one may not, or no longer, is that however often it was sent.
        ({ status }) => status !== 200 && status !== 403,
      ),
    )
    return sendDecided(request, reply, decided)
  })
}

/** The records find the call's sentence by its name. */
export function declareRecord<C extends Call>(
  { sentences }: Pick<Context, 'sentences'>,
  call: C,
  { record }: Pick<ChangeOptions<C>, 'record'>,
): void {
  if (record) sentences.set(nameOf(call), sentenceFor(call, record))
}

export const sendDecided = (request: FastifyRequest, reply: FastifyReply, { status, answer }: Decided) =>
  sendBytes(request, reply.code(status), new PreparedBytes(answer))

/** What such a route does, also for a member who acts without a request. */
export async function makeChange<C extends Call>(
  context: Context,
  changing: Changing<C>,
  asking: Asking<C>,
  key: string | null,
  isDryRun = false,
): Promise<Decided> {
  const { database } = context
  const change = () =>
    repeatedly(() => {
      if (isDryRun) return rolledBack(database, (queries) => decide(context, queries, changing, asking, isDryRun))
      return database.transaction((queries) =>
        once(context, queries, changing, asking, key, () => decide(context, queries, changing, asking, isDryRun)),
      )
    }).catch((error: unknown) => {
      if (!isWorthRepeating(error)) throw error
      throw new HttpError(503, 'UNAVAILABLE', 'Too many changes at once. Please try again.')
    })
  const decided = await (changing.isAlone ? alone(context, change) : change())
  // The announcements may reach this process only after its next request.
  if (changing.invalidates) context.prepared.forget()
  if (changing.changesUsers) context.identity.forgetUsers()
  return decided
}

/** Everything as if it were done, and nothing of it. */
async function rolledBack<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  const done: T[] = []
  const rollBack = new Error('This was a dry run')
  try {
    return await database.transaction(async (queries) => {
      done.push(await work(queries))
      throw rollBack
    })
  } catch (error) {
    const [answer] = done
    if (error !== rollBack || answer === undefined) throw error
    return answer
  }
}

async function alone<T>({ database }: Context, work: () => Promise<T>): Promise<T> {
  const done: T[] = []
  await database.exclusively(async () => void done.push(await work()))
  const [answer] = done
  // Nothing was decided: it may be sent again with the same key.
  if (answer === undefined) throw new HttpError(409, 'LEAGUE_BUSY')
  return answer
}

export interface Decided {
  readonly status: number
  readonly answer: unknown
}

interface Decision extends Decided {
  /** As of the change. */
  readonly user: SessionUser
  readonly isRecorded: boolean
  readonly noted: Readonly<Record<string, unknown>>
}

async function decide<C extends Call>(
  context: Context,
  queries: Queries,
  { call, access, may, lock, locksSeason, invalidates, changesUsers, onUniqueViolation, handle }: Changing<C>,
  asking: Asking<C>,
  isDryRun: boolean,
): Promise<Decision> {
  let isRecorded = true
  const leaveUnrecorded = () => {
    isRecorded = false
  }
  const noted: Record<string, unknown> = {}
  const note = (facts: Readonly<Record<string, unknown>>) => void Object.assign(noted, facts)
  let { user } = asking
  try {
    // A savepoint: a refusal undoes everything but its record.
    const answer = await queries.transaction(async (inner) => {
      may?.(asking)
      await (locksSeason ? lockSeason(inner) : shareSeason(inner))
      await lock?.(inner, asking)
      user = await admitWithin(context, inner, user, access)
      may?.({ ...asking, user })
      const now = context.clock().getTime()
      return handle({ ...asking, user, queries: inner, now, note, leaveUnrecorded, isDryRun })
    })
    if (invalidates) await context.database.announce(queries, invalidates, '')
    if (changesUsers) await context.database.announce(queries, 'session', '')
    return { status: 200, answer: checked(context, call, answer), isRecorded, noted, user }
  } catch (error) {
    const refusal = refusalOf(error, onUniqueViolation)
    if (!refusal) throw error
    const { status, code, message } = refusal
    return { status, answer: { code, message }, isRecorded: false, noted: {}, user }
  }
}

function refusalOf(error: unknown, onUniqueViolation: ChangeOptions<Call>['onUniqueViolation']): HttpError | null {
  const refusal = httpErrorOf(error)
  if (refusal) return refusal.status < 500 && !(refusal instanceof NotAdmitted) ? refusal : null
  const code = onUniqueViolation?.[violatedIndex(error) ?? '']
  if (code) return refusalError(code)
  return isForeignKeyViolation(error) ? refusalError('CHANGED_MEANWHILE') : null
}

/** Decides and records, unless the key says that this was done before. */
async function once<C extends Call>(
  context: Context,
  queries: Queries,
  { call, access, answersOnce = false }: Changing<C>,
  { user, ...input }: Asking<C>,
  key: string | null,
  decision: () => Promise<Decision>,
): Promise<Decided> {
  const { clock } = context
  const { subject } = user
  const requestHash = hash('sha256', JSON.stringify([call.method, call.path, input]), 'base64url')
  if (key !== null) {
    await lockRequestKey(queries, subject, key)
    const kept = await findKeptAnswer(queries, { subject, key }, clock())
    if (kept) {
      await admitWithin(context, queries, user, access)
      return repeated(kept, requestHash)
    }
  }
  const { isRecorded, noted, user: asker, ...decided } = await decision()
  const at = clock()
  if (isRecorded)
    await saveAudit(queries, {
      at,
      subject,
      call: nameOf(call),
      memberId: asker.memberId,
      method: isOwner(asker) ? BY_NO_PERSON : call.method,
      params: {
        ...recorded(call, input),
        ...noted,
        ...(isOwner(asker) && asker.name !== OWNER.name && { by: asker.name }),
      },
    })
  if (key !== null) {
    const { status, answer } = decided.status === 200 && answersOnce ? shownOnce : decided
    await keepAnswer(queries, { subject, key, requestHash, status, answer: JSON.stringify(answer), keptAt: at })
  }
  return decided
}

/** What is stored in the place of a secret. */
const shownOnce = ((): Decided => {
  const { status, code, message } = refusalError('SHOWN_ONCE')
  return { status, answer: { code, message } }
})()

type KeptAnswer = typeof keptAnswer.$inferSelect

const oldest = (now: Date): Date => new Date(now.getTime() - KEPT.answersMs)

const findKeptAnswer = (queries: Queries, { subject, key }: Pick<KeptAnswer, 'subject' | 'key'>, now: Date) =>
  firstRow(
    queries
      .select()
      .from(keptAnswer)
      .where(and(eq(keptAnswer.subject, subject), eq(keptAnswer.key, key), gt(keptAnswer.keptAt, oldest(now)))),
  )

/** Replaces one that has expired but is still there, and drops what a login has too many of. */
async function keepAnswer(queries: Queries, row: KeptAnswer): Promise<void> {
  await queries
    .insert(keptAnswer)
    .values(row)
    .onConflictDoUpdate({ target: [keptAnswer.subject, keptAnswer.key], set: row })
  await queries.execute(sql`
    delete from kept_answer where subject = ${row.subject} and kept_at < (
      select kept_at from kept_answer where subject = ${row.subject}
      order by kept_at desc offset ${KEPT.answersOfLogin - 1}::int limit 1
    )`)
}

function repeated(kept: KeptAnswer, requestHash: string): Decided {
  if (kept.requestHash !== requestHash) {
    throw new HttpError(400, 'BAD_REQUEST', 'This Idempotency-Key belongs to another request.')
  }
  return { status: kept.status, answer: JSON.parse(kept.answer) }
}

const nameOf = (call: Call): string => {
  const known = [...calls, ...commandCalls].find((each) => each.call === call)
  return known ? `${known.section}.${known.name}` : call.path
}

/** Of what was sent only the fields that the call names. */
function recorded({ record = [] }: Call, { params, query, body }: Sent<Call>): Record<string, unknown> {
  const named = (fields: unknown) =>
    Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => record.includes(name)))
  const ofBody = named(body)
  return { ...named(params), ...named(query), ...(Object.keys(ofBody).length > 0 && { body: ofBody }) }
}

export function asksForDryRun(call: Call, { headers }: FastifyRequest): boolean {
  if (headers['dry-run'] === undefined) return false
  if (call.dryRun && headers['dry-run'] === 'true') return true
  throw new HttpError(400, 'BAD_REQUEST', 'This call has no dry run.')
}

const Key = Type.String({ pattern: '^[\\x21-\\x7e]{1,200}$' })

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (fits<string>(Key, key)) return key
  throw new HttpError(400, 'BAD_REQUEST', 'An Idempotency-Key has 1 to 200 visible characters.')
}

/** The calls of the machine's owner, apart from all others: nothing that members reach lists them. */
export const commandCalls = callsIn({ command })
