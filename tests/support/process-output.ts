import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Ended } from './league-command.ts'
import { BRIEF, projectRoot } from './league-server.ts'

/** Node with these words, and with no variables but those given. */
export const startNode = (words: readonly string[], { env, ...options }: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, [...BRIEF, ...words], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { PATH: process.env.PATH ?? '', ...env },
  })

/** The built command, as `npm run league -- ...` starts it. */
export const startCommand = (words: readonly string[], options: SpawnOptions): ChildProcess =>
  startNode([`${projectRoot}/dist/server/cli/league.js`, ...words], options)

/** What a process has printed so far, and how it ends. */
export function outputOf(child: ChildProcess): { output: { out: string; err: string }; ended: Promise<Ended> } {
  const output = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  return { output, ended: once(child, 'close').then(([code]) => ({ code, ...output })) }
}
