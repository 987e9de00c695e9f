import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { commands } from '#server/cli/commands'
import { writeWhole } from '#server/cli/files'
import { runLeague } from '#server/cli/run-league'
import { Terminal } from '#server/cli/terminal'
import { lockFolder } from '#server/db/engine/folder-lock'
import { leagueFolder } from '../support/league-command.ts'
import { projectRoot } from '../support/league-server.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'

const { folder, command } = leagueFolder()

describe('the league command', () => {
  test('lists what it can do, and tells more of each', async () => {
    const names = commands.map(({ name }) => name)
    const { code, out, err } = await command('help')
    expect([code, err, names.filter((name) => !out.includes(`\n  ${name}`))]).toEqual([0, '', []])
    for (const name of names) {
      expect(await command(`${name} --help`)).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringMatching(new RegExp(`^npm run league -- ${name}( .+)?\n\n`)),
      })
    }
  })

  test.each([
    ['win', 'There is no command "win".'],
    ['check', 'check needs FILE.'],
    ['publish now', 'publish does not know what to do with "now".'],
    ['import --season 5', "Unknown option '--season'"],
    ['init --season 2024', '--season is two years such as 2026-2027.'],
    ['import --days', "Option '--days <value>' argument missing"],
    ['import --days 2026-10-06', '--days is FROM..TO, such as 2026-10-06..2026-10-12.'],
    ['import --days yesterday..today', '--days is FROM..TO, such as 2026-10-06..2026-10-12.'],
    ['import --days 2026-10-06..2026-02-30', '2026-02-30 is not a day of the calendar.'],
    [
      'import --days 2026-10-12..2026-10-06',
      '2026-10-12 comes after 2026-10-06; --days is FROM..TO, such as 2026-10-06..2026-10-12.',
    ],
    ['import --recent --all', '--recent and --all are not for one import; choose one of them.'],
    ['import --days 2026-10-06..2026-10-12 --all', '--all and --days are not for one import; choose one of them.'],
    [
      'import --days 2026-10-06..2026-10-12 --recent',
      '--recent and --days are not for one import; choose one of them.',
    ],
    ['import --days 2026-10-06..2026-10-12 --from tables', "--days is for the NHL's API; with --from there is --all."],
  ])('ends with code 2 when it is called wrongly: %s', async (words, sentence) => {
    const { code, out, err } = await command(words)
    expect([code, out, err.split('\n')[0]]).toEqual([2, '', sentence])
  })

  test('writes an example and does not overwrite it', async () => {
    expect(await command('init --season 2024-2025')).toMatchObject({ code: 0, err: '' })
    expect(await command('check league.yaml')).toEqual({
      code: 0,
      out: 'The Pool, season 2024-2025: 4 teams, 4 members, 0 players of last season. No mistakes, but this is still the example: edit name, teams, members and days in league.yaml.\n',
      err: '',
    })
    const again = await command('init')
    expect([again.code, again.err]).toEqual([
      1,
      [
        'league.yaml is already here. Edit it, then check it and make its league:',
        '  npm run league -- check league.yaml',
        '  npm run league -- init league.yaml',
        'For a new example, rename it first.\n',
      ].join('\n'),
    ])
  })

  test('makes no league of the untouched example unless the person says so', async () => {
    const file = 'league.yaml'
    await command('init --season 2024-2025')
    const refused = await command(`init ${file}`)
    expect([refused.code, refused.out, refused.err]).toEqual([
      1,
      '',
      'league.yaml is still the example: "The Pool" with Anna, Bruno, Chris, Dana. Edit it first: name, teams, members, days. --anyway makes it as it is.\n',
    ])
    const asked: string[] = []
    const answered = (answer: boolean) => (question: string) => {
      asked.push(question)
      return answer
    }
    expect(await command(`init ${file}`, 'data', answered(false))).toMatchObject({ code: 1, out: '' })
    expect(existsSync(join(folder, 'data'))).toBe(false)
    const { code, out } = await command(`init ${file} --dry-run`, 'dry/data', answered(false))
    expect([code, out.split('\n')[0], out.split('\n').at(-2)]).toEqual([
      0,
      'Would make the league "The Pool", season 2024-2025:',
      'Dry run: nothing has been changed.',
    ])
    expect(existsSync(join(folder, 'dry'))).toBe(false)
    expect(await command(`init ${file}`, 'agreed', answered(true))).toMatchObject({ code: 0 })
    expect(asked).toEqual(
      Array(2).fill(
        'league.yaml is still the example: "The Pool" with Anna, Bruno, Chris, Dana. Make this league anyway?',
      ),
    )
  })

  test('waits for a process that is about to let go of the data folder, as a server that starts is about to listen', async () => {
    // The league of the test before.
    const release = await lockFolder(join(folder, 'agreed'))
    setTimeout(() => void release(), 1_000)
    expect(await command('teams', 'agreed')).toMatchObject({
      code: 0,
      err: 'The data folder is in use; waiting in case its server is still starting.\n',
    })
  })

  test('names the place of the league once, before its results and beside them', async () => {
    /** All that a command prints, in order. */
    const printedBy = async (words: string): Promise<string[]> => {
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
      vi.stubEnv('DATA_DIR', join(folder, 'agreed'))
      expect([words, await runLeague(words.split(' '), new Listener()), printed]).toEqual([words, 0, printed])
      return printed
    }
    const named = (lines: readonly string[]) => lines.filter((line) => line.includes('League: '))
    for (const words of ['backup pool.backup', 'restore pool.backup --replace']) {
      const printed = await printedBy(words)
      const place = `err: League: the data folder ${join(folder, 'agreed')}`
      expect([words, printed[0], named(printed).length]).toEqual([words, place, 1])
    }
    for (const words of ['check league.yaml', 'restore --check pool.backup', 'help']) {
      expect(named(await printedBy(words)).filter((line) => line.startsWith('err: '))).toEqual([])
    }
  })

  test('takes no misspelt setting for another database', async () => {
    vi.stubEnv('DATABSE_URL', 'postgres://pool@db/pool')
    expect(await command('members', 'agreed')).toEqual({
      code: 1,
      out: '',
      err: 'DATABSE_URL is not a setting; did you mean DATABASE_URL? Rename it or unset it.\n',
    })
  })

  test('prints the version of the package', async () => {
    const manifest = await readFile(join(projectRoot, 'package.json'), 'utf8')
    const { code, out } = await command('--version')
    expect([code, manifest.includes(`"version": "${out.trim()}"`)]).toEqual([0, true])
  })

  test('tells the file and the line of what is wrong, as editors open it', async () => {
    await writeFile(join(folder, 'wrong.yaml'), LEAGUE_TEXT.replace('team: BLUE', 'team: CATS'))
    const expected = { code: 1, out: '', err: 'wrong.yaml:8: There is no team "CATS"; the teams are RATS, BLUE.\n' }
    expect(await command('check wrong.yaml')).toEqual(expected)
    for (const words of ['check', 'init', 'members', 'season']) {
      expect(await command(`${words} wrong.yaml`), words).toEqual(expected)
    }
    expect(existsSync(join(folder, 'data'))).toBe(false)
    await writeFile(join(folder, 'latin.yaml'), LEAGUE_TEXT.replace('name: Anna', 'name: An\xefa'), 'latin1')
    const line = LEAGUE_TEXT.split('\n').findIndex((each) => each.includes('name: Anna')) + 1
    for (const words of ['check', 'init', 'members', 'season', 'history']) {
      const { code, err } = await command(`${words} latin.yaml`)
      expect([code, err], words).toEqual([1, `latin.yaml:${line}: Not UTF-8. Save it as UTF-8.\n`])
    }
    await writeFile(join(folder, 'wide.yaml'), `\uFEFF${LEAGUE_TEXT.replaceAll('\n', '\r\n')}`, 'utf16le')
    expect((await command('check wide.yaml')).out).toContain('Nothing is wrong.')
    await writeFile(join(folder, 'braces.yaml'), LEAGUE_TEXT.replace('short: RATS', 'short: RATS: 1'))
    expect((await command('check braces.yaml')).err).toMatch(
      /^braces\.yaml:\d+: A name with : , # ' { needs quotes: short: "RATS: 1"\n$/,
    )
    expect((await command('check nothing.yaml')).err).toBe(`There is no file ${join(folder, 'nothing.yaml')}.\n`)
  })
})

test.each(['members', 'sessions', 'teams', 'invite anna', 'publish', 'export tables', 'backup none.backup'])(
  '%s in a folder without a league says so, names the folder, and makes nothing',
  async (words) => {
    expect(await command(words, 'empty')).toEqual({
      code: 1,
      out: '',
      err: `There is no league in the folder ${join(folder, 'empty')}: say where yours is, as for the server, by DATA_DIR=FOLDER or DATABASE_URL, or make one with \`npm run league -- init FILE\`.\n`,
    })
    for (const made of ['empty', 'tables', 'none.backup']) expect(existsSync(join(folder, made)), made).toBe(false)
  },
)

test('a table that cannot be written has a sentence, whatever its folder is', async () => {
  const written = (path: string) => writeWhole(path, 'id\n', { overwrite: true })
  // The system's own folder, in which not even root makes another.
  await expect(written('/sys/pool/players.csv')).rejects.toThrow('You may not write into the folder /sys/pool.')
  await writeFile(join(folder, 'note'), '')
  const below = join(folder, 'note/players.csv')
  await expect(written(below)).rejects.toThrow(`${below} cannot be written.`)
})
