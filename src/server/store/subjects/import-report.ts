import { and, eq, isNull } from 'drizzle-orm'
import type { ImportState } from '#contract/office-statistics'
import type { Queries } from '../engine/database.ts'
import { importReport } from '../tables/office-tables.ts'

type Report = typeof importReport.$inferSelect

/** A process that imports says so more often. */
const ALIVE_MS = 60_000
/** What was asked for, and nobody has begun: the process that should have has ended. */
const WAITS_MS = 10 * 60_000

const ONE = 1
const isOne = eq(importReport.id, ONE)

export async function findReport(queries: Queries): Promise<Report | null> {
  const [found] = await queries.select().from(importReport).where(isOne)
  return found ?? null
}

export function stateOf(report: Report, now: Date): ImportState['state'] {
  const since = (at: Date | null) => now.getTime() - (at?.getTime() ?? 0)
  if (report.beganAt === null) return since(report.askedAt) < WAITS_MS ? 'waiting' : 'stopped'
  if (report.endedAt !== null) return report.failure === null ? 'ended' : 'failed'
  return since(report.aliveAt) < ALIVE_MS ? 'running' : 'stopped'
}

export const isUnderWay = (report: Report | null, now: Date): boolean =>
  report !== null && ['waiting', 'running'].includes(stateOf(report, now))

const fresh = {
  askedAt: null,
  askedBy: null,
  readsAll: false,
  beganAt: null,
  aliveAt: null,
  done: 0,
  doing: '',
  endedAt: null,
  source: null,
  days: null,
  changedLines: null,
  refused: [],
  failure: null,
}

const save = (queries: Queries, row: Partial<Report>) =>
  queries
    .insert(importReport)
    .values({ ...fresh, ...row, id: ONE })
    .onConflictDoUpdate({ target: importReport.id, set: { ...fresh, ...row } })

/** Some process begins it when this is committed and announced. */
export async function askForImport(queries: Queries, asked: Pick<Report, 'askedAt' | 'askedBy' | 'readsAll'>) {
  await save(queries, asked)
}

/** What an admin has asked for and no process has begun yet. */
export async function findAsked(queries: Queries, now: Date): Promise<Report | null> {
  const report = await findReport(queries)
  return report && report.beganAt === null && stateOf(report, now) === 'waiting' ? report : null
}

/** An import begins, whoever asked for it. */
export async function beginReport(queries: Queries, now: Date, source: string): Promise<void> {
  const asked = await findAsked(queries, now)
  const by = asked ? { askedAt: asked.askedAt, askedBy: asked.askedBy, readsAll: asked.readsAll } : {}
  await save(queries, { ...by, beganAt: now, aliveAt: now, source })
}

export async function noteProgress(queries: Queries, now: Date, done: number, doing: string): Promise<void> {
  await queries
    .update(importReport)
    .set({ aliveAt: now, done, doing })
    .where(and(isOne, isNull(importReport.endedAt)))
}

export async function endReport(
  queries: Queries,
  ended: Pick<Report, 'endedAt' | 'days' | 'changedLines' | 'refused' | 'failure'>,
): Promise<void> {
  await queries.update(importReport).set(ended).where(isOne)
}

export function reportOnWire(report: Report, now: Date): ImportState {
  const { askedBy, beganAt, endedAt, done, doing, source, days, changedLines, refused, failure } = report
  return {
    state: stateOf(report, now),
    askedBy,
    beganAt: beganAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    done,
    doing,
    source,
    days,
    changedLines,
    refused,
    failure,
  }
}
