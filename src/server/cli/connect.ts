import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect as connectTo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Value } from 'typebox/value'
import { type Answer, addressOf, type Call, type CallInput } from '#contract/call'
import { BACKUP_PATH } from '#contract/office-records'
import type { OwnRequest } from '../app/owner-app.ts'
import { controlPath, databaseFolder, refuseOthersFolder } from '../db/engine/data-folder.ts'
import type { Engine } from '../db/engine/database.ts'
import { FolderInUse } from '../db/engine/folder-lock.ts'
import { isUnmade, migrate } from '../db/migrate.ts'
import { databasePlace, openDatabase } from '../db/open-database.ts'
import { ErrorBody } from '../http/answers/http-error.ts'
import { fits } from '../http/answers/validator.ts'
import { noLeagueIn } from '../league/moving-in/file-of-league.ts'
import { type Called, type Connect, type League, type Options, Refused } from './command.ts'

type Opening = Pick<Called, 'env' | 'terminal' | 'clock' | 'typed'>

export interface Connection extends League {
  close(): Promise<void>
}

interface Received {
  readonly status: number
  readonly bytes: Buffer
}

const OTHER_VERSION = 'The server is of another version; restart it.'
const STOPPED = 'The server stopped before it had done this. What is done is done in whole steps; run it again.'
const IMPORTING = 'The server is importing at this moment; try again in a few minutes.'

/** Calls over whichever way there is to the league. */
export function leagueOver(send: (request: OwnRequest) => Promise<Received>): League {
  const received = async (request: OwnRequest): Promise<Buffer> => {
    const { status, bytes } = await send(request)
    if (status === 200) return bytes
    const refusal = jsonOf(bytes)
    if (!Value.Check(ErrorBody, refusal)) throw new Refused(OTHER_VERSION)
    const { code = null, message } = refusal
    throw new Refused(code === 'LEAGUE_BUSY' ? IMPORTING : (message ?? OTHER_VERSION), code)
  }
  return {
    async call<const C extends Call>(call: C, input: CallInput<C>, { dryRun = false, by = '' }: Options = {}) {
      const { params, query, body }: { params?: object; query?: object; body?: unknown } = input
      const bytes = await received({
        method: call.method,
        url: addressOf(call, params, query),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(dryRun && { 'dry-run': 'true' }),
          ...(by !== '' && { 'acting-for': encodeURIComponent(by) }),
        },
        payload: body === undefined ? undefined : JSON.stringify(body),
      })
      const answer = jsonOf(bytes)
      if (!fits<Answer<C>>(call.answer, answer)) throw new Refused(OTHER_VERSION)
      return answer
    },
    backup: () => received({ method: 'GET', url: BACKUP_PATH, headers: {}, payload: undefined }),
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

export const refuseOthers = ({ env, typed }: Pick<Called, 'env' | 'typed'>): void =>
  refuseOthersFolder(env, { command: 'npm run league --', words: typed, mayMake: false })

/** Where the server listens that holds the data folder; null while none does. */
export async function findServer(called: Pick<Called, 'env' | 'typed'>): Promise<string | null> {
  refuseOthers(called)
  const path = called.env.databaseUrl ? null : controlPath(called.env.dataDir)
  if (path === null) return null
  return new Promise((resolve) => {
    const socket = connectTo(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(path)
    })
    socket.once('error', () => resolve(null))
  })
}

export const sendTo =
  (socketPath: string) =>
  ({ method, url, headers, payload }: OwnRequest): Promise<Received> =>
    new Promise((resolve, reject) => {
      const exchange = request({ socketPath, method, path: url, headers, agent: false }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(pieces) }))
        // Cut in its middle.
        response.once('error', () => reject(new Refused(STOPPED)))
      })
      exchange.once('error', (error) => {
        const isOther = 'code' in error && String(error.code).startsWith('HPE_')
        reject(new Refused(isOther ? OTHER_VERSION : STOPPED))
      })
      exchange.end(payload)
    })

/** Opens the league once, however many calls need it: at the server that has it open, or else in this process. */
export function connector(called: Opening, isDryRun: boolean) {
  let opened: Promise<Connection> | null = null
  const connect: Connect = (makes) => {
    opened ??= openNamed(called, makes ? { isDryRun } : null)
    return opened
  }
  const close = async (): Promise<void> => (await opened?.catch(() => null))?.close()
  return { connect, close }
}

async function openNamed(called: Opening, making: { readonly isDryRun: boolean } | null): Promise<Connection> {
  const connection = await open(called, making)
  called.terminal.about(await databasePlace(called.env))
  return connection
}

/** Longer than a server takes from holding the data folder to taking commands. */
const LONGEST_WAIT_MS = 10_000
const LOOK_EVERY_MS = 200

/** A server that is still starting holds the data folder already, and takes no commands yet. */
async function open(called: Opening, making: { readonly isDryRun: boolean } | null): Promise<Connection> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    try {
      return await openAtOnce(called, making)
    } catch (error) {
      if (!(error instanceof FolderInUse) || waited >= LONGEST_WAIT_MS) throw error
      if (waited === 0) called.terminal.warn('The data folder is in use; waiting in case its server is still starting.')
    }
    await wait(LOOK_EVERY_MS)
  }
}

async function openAtOnce(called: Opening, making: { readonly isDryRun: boolean } | null): Promise<Connection> {
  const server = await findServer(called)
  if (server !== null) return { ...leagueOver(sendTo(server)), close: async () => {} }
  const { env } = called
  if (making?.isDryRun && (await isNothingThere(called))) return openAside(called)
  // Opening it would make it.
  if (!making && !env.databaseUrl && !existsSync(databaseFolder(env.dataDir))) {
    throw new Refused(noLeagueIn(`the folder ${env.dataDir}`))
  }
  return openHere(called)
}

const openedFor = ({ env, terminal }: Opening) =>
  openDatabase(env, { warn: (_, message) => terminal.warn(message) }, 'job')

/** For work that is not a call. */
export async function withDatabase<T>(called: Opening, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openedFor(called)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

async function isNothingThere(called: Opening): Promise<boolean> {
  if (!called.env.databaseUrl) return !existsSync(databaseFolder(called.env.dataDir))
  return withDatabase(called, isUnmade)
}

/** In a database that is thrown away: opening the one that is meant would make it. */
async function openAside(called: Opening): Promise<Connection> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hockey-pool-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const { close, ...league } = await openHere({ ...called, env: { ...called.env, databaseUrl: null, dataDir } })
    return { ...league, close: () => close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function openHere(called: Opening): Promise<Connection> {
  const database = await openedFor(called)
  await migrate(database).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const { openOwnProcess } = await import('../app/owner-app.ts')
  const { env, clock } = called
  const { send, close } = await openOwnProcess({ env, database, clock, stopping: stop.signal })
  return {
    ...leagueOver(send),
    close: async () => {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
      await close()
    },
  }
}
