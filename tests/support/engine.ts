import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { WebDriver } from 'selenium-webdriver'

/** For a busy machine; what goes well is there long before. */
export const LIMIT_MS = 60_000

/** A browser other than Chromium, with the app in its one tab. */
export interface Engine {
  /** Another one after each relaunch. */
  driver(): WebDriver
  /** As a member closes the app and starts it again; the browser's data stays. */
  relaunch(): Promise<void>
  close(): Promise<void>
}

/** All that a browser gets to know of the machine: the person who runs the tests may have their own desktop. */
export const SURROUNDINGS = {
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C.UTF-8',
  TZ: 'America/Toronto',
}

/** Asks until something is there. A question that cannot be answered yet is asked again. */
export const within = async <T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> => {
  const limit = Date.now() + LIMIT_MS
  let reason: unknown
  while (Date.now() < limit) {
    try {
      const answer = await ask()
      if (answer) return answer
    } catch (failure) {
      reason = failure
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Not in time: ${what}.`, { cause: reason })
}

/** Starts a program in its own process group. It does not outlive the tests, however they end. */
export const startGroup = (command: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], { ...options, detached: true })

/** Ends a program and all that it has started: a browser is many processes. */
export const endGroup = async (leader: ChildProcess): Promise<void> => {
  if (leader.pid === undefined) return
  const exit = leader.exitCode === null && leader.signalCode === null ? once(leader, 'exit') : null
  try {
    process.kill(-leader.pid, 'SIGKILL')
  } catch {
    // None is left.
  }
  await exit
}
