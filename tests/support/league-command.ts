import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, vi } from 'vitest'
import { runLeague } from '#server/cli/run-league'
import { Terminal } from '#server/cli/terminal'

/** What a command ended with. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the words of `npm run league -- ...` in this process, since a separate one takes seconds to open a database. */
export async function leagueCommand(
  words: readonly string[],
  atProgress = () => {},
  /** Without it there is no terminal to answer on. */
  agrees?: (question: string) => boolean,
): Promise<Ended> {
  let out = ''
  let err = ''
  class Listener extends Terminal {
    override say(line: string): void {
      out += `${line}\n`
    }
    override warn(line: string): void {
      err += `${line}\n`
    }
    // The same with every command; tests of built commands read it.
    override about(): void {}
    override progress(): void {
      atProgress()
    }
    override async agrees(question: string): Promise<boolean> {
      return agrees ? agrees(question) : super.agrees(question)
    }
  }
  const code = await runLeague(words, new Listener())
  return { code, out, err }
}

/** A new folder for the tests of a file, and commands in it, as `npm run league -- ...` runs them. */
export function leagueFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hockey-pool-league-'))
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const command = (words: string, dataDir = 'data', agrees?: (question: string) => boolean): Promise<Ended> => {
    vi.spyOn(process, 'cwd').mockReturnValue(folder)
    vi.stubEnv('DATA_DIR', join(folder, dataDir))
    return leagueCommand(words.split(' '), () => {}, agrees)
  }
  return { folder, command }
}
