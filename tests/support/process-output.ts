import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Ended } from './league-command.ts'

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
