import { runLeague } from '#server/admin/cli/run-league'
import { Terminal } from '#server/admin/cli/terminal'

/** What a command ended with. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the words of `npm run league -- ...` in this process, as a process of its own takes seconds to open a database. */
export async function leagueCommand(words: readonly string[], atProgress = () => {}): Promise<Ended> {
  let out = ''
  let err = ''
  class Listener extends Terminal {
    override say(line: string): void {
      out += `${line}\n`
    }
    override warn(line: string): void {
      err += `${line}\n`
    }
    override progress(): void {
      atProgress()
    }
  }
  const code = await runLeague(words, new Listener())
  return { code, out, err }
}
