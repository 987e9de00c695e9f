import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.mjs'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** For a process that lives for seconds: V8 would compile the embedded database a second time, for one that lives longer. */
export const BRIEF = ['--liftoff-only']

/** A new league on a loaded machine takes its time; a later start does not come near this. */
const START_LIMIT_MS = 240_000

export interface LeagueServer {
  readonly origin: string
  readonly dataDir: string
  /** What it has printed since it was first started. */
  output(): string
  /** Starts it again after `stop` or `kill`, at the same address and with the same data; does nothing while it runs. */
  start(): Promise<void>
  /** Ends it as a service manager does; answers with its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

export interface LeagueServerOptions {
  dataDir: string
  /** The folder that holds `dist`, for a test that serves an altered build. */
  home?: string
  env?: Record<string, string>
  /** Off where so much is printed that reading it would be measured, too. */
  keepsOutput?: boolean
  /** Words behind `npm start --`. */
  args?: readonly string[]
}

/** Neither ended nor killed. */
export const isRunning = (process: ChildProcess): boolean => process.exitCode === null && process.signalCode === null

const untilReady = async (origin: string, ended: () => string | null): Promise<void> => {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit) {
    const reason = ended()
    if (reason !== null) throw new Error(`The server did not start.\n${reason}`)
    const ready = await fetch(`${origin}/readyz`).catch(() => null)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server was not ready in time.')
}

/** Starts the built server, as `npm start` does, and waits until it is ready. */
export const startLeagueServer = async ({
  dataDir,
  home = projectRoot,
  env = {},
  keepsOutput = true,
  args = [],
}: LeagueServerOptions): Promise<LeagueServer> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let printed = ''
  let child: ChildProcess | null = null

  const start = async () => {
    if (child !== null && isRunning(child)) return
    const started = spawn(
      process.execPath,
      [...BRIEF, '--enable-source-maps', `${home}/dist/server/main.js`, ...args],
      {
        cwd: home,
        env: {
          PATH: process.env.PATH ?? '',
          PORT: String(port),
          DATA_DIR: dataDir,
          LOG_LEVEL: 'warn',
          // All tests come from one address.
          RATE_LIMIT: '0',
          ...env,
        },
        stdio: ['ignore', keepsOutput ? 'pipe' : 'ignore', 'pipe'],
      },
    )
    child = started
    started.once('exit', (code, signal) => {
      if (child !== started) return
      process.stderr.write(`The server at ${origin} ended by itself (${code ?? signal}).\n${printed}`)
    })
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (text) => {
        printed += text
      })
    try {
      await untilReady(origin.replace('localhost', '127.0.0.1'), () => (isRunning(started) ? null : printed))
    } catch (failure) {
      // The next test that shares it can restart it.
      await end('SIGKILL')
      throw failure
    }
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    const running = child
    child = null
    if (running === null || !isRunning(running)) return running?.exitCode ?? null
    const exit = once(running, 'exit')
    running.kill(signal)
    await exit
    return running.exitCode
  }

  await start()
  return {
    origin,
    dataDir,
    output: () => printed,
    start,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
}
