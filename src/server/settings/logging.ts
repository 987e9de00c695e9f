import { type DestinationStream, type Logger, pino } from 'pino'
import type { Env } from './env.ts'

/** The causes of an error without what it may carry about people: SQL parameters, row contents, request bodies. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const about = {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    constraint: 'constraint' in error ? error.constraint : undefined,
    // Drizzle writes the parameters into its message and keeps the statement beside it.
    message: 'query' in error ? `Query failed: ${error.query}` : error.message,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .join('\n'),
  }
  const several = error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { ...about, ...several, ...cause }
}

const LEVEL_WORDS: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'error: ' }

/** One line for a person at a terminal instead of JSON. */
function lineOf(json: string): string {
  const entry: Record<string, unknown> = JSON.parse(json)
  const { time, level, msg, err, method, route, status, ms } = entry
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const request = method ? ` ${method} ${route} ${status} ${ms} ms` : ''
  const trouble = err ? `\n${JSON.stringify(err, null, 2).replaceAll('\\n', '\n')}` : ''
  return `${clock} ${LEVEL_WORDS[Number(level)] ?? ''}${msg}${request}${trouble}\n`
}

const terminal: DestinationStream = {
  write(json) {
    // In the place of a progress line.
    process.stdout.write(`\r\u001b[K${lineOf(json)}`)
  },
}

/** How much waits for an output that takes nothing; later lines are dropped. */
const WAITING_CHARS = 1_000_000

function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: WAITING_CHARS })
  // Of a log file on a full disk, say: lines are lost, and the work continues.
  output.on('error', () => {})
  return output
}

/** Structured lines without personal data: no names, addresses, cookies, query strings or bodies reach it. */
export function createLog(env: Pick<Env, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = { level: env.logLevel, base: undefined, serializers: { err: describeError } }
  return pino(options, destination ?? (process.stdout.isTTY ? terminal : standardOutput()))
}

/** Several lines that belong together, as a separate block at a terminal. */
export function announce(log: Logger, lines: readonly string[]): void {
  if (!log.isLevelEnabled('info')) return
  if (process.stdout.isTTY) process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`)
  else for (const line of lines) log.info(line)
}

/** One line that is overwritten at a terminal; otherwise a line of the log for every tenth. */
export function progressOf(log: Logger): (done: number, what: string) => void {
  let tenths = -1
  return (done, what) => {
    if (!log.isLevelEnabled('info')) return
    const line = `${what} (${Math.floor(done * 100)} %)`
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${done < 1 ? line : ''}`)
    else if (Math.floor(done * 10) > tenths) log.info(line)
    tenths = Math.max(tenths, Math.floor(done * 10))
  }
}

/**
 * A reader that has gone (`| head`), a closed terminal, a full disk under a log file: there is no one left to tell, and
 * without a listener the error of the stream would end the process in the midst of its work.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
