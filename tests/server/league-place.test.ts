import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runLeague } from '#server/cli/run-league'
import { Terminal } from '#server/cli/terminal'
import { leagueFolder } from '../support/league-command.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'

const { folder } = leagueFolder()

/** All that a command prints, in order; `err: ` is not among its results. */
async function printedBy(words: string): Promise<string[]> {
  const printed: string[] = []
  class Listener extends Terminal {
    override say(line: string): void {
      printed.push(line)
    }
    override warn(line: string): void {
      printed.push(`err: ${line}`)
    }
    override progress(): void {}
  }
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  expect([words, await runLeague(words.split(' '), new Listener()), printed]).toEqual([words, 0, printed])
  return printed
}

test('a command that opens a league names its place once, before its results and beside them', async () => {
  await writeFile(join(folder, 'pool.yaml'), LEAGUE_TEXT)
  const place = `the data folder ${join(folder, 'data')}`
  const named = (lines: readonly string[]) => lines.filter((line) => line.includes('League: '))
  for (const words of ['init pool.yaml', 'backup pool.backup', 'restore pool.backup --replace']) {
    const printed = await printedBy(words)
    expect([words, printed[0], named(printed).length]).toEqual([words, `err: League: ${place}`, 1])
  }
  for (const words of ['check pool.yaml', 'restore --check pool.backup', 'help']) {
    expect(named(await printedBy(words)).filter((line) => line.startsWith('err: '))).toEqual([])
  }
}, 120_000)
