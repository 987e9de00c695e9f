import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkBackup } from '#server/db/backup/check-backup'
import { openEmbedded } from '#server/db/engine/embedded'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { type Ended, leagueCommand } from '../support/league-command.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { fillDisk } from './full-disk.ts'

let folder: string
let backup: string
let whole: Buffer
/** Of the uncompressed backup, without its checksum. */
let lines: string[]

const command = (words: readonly string[], dataDir = 'league', atProgress?: () => void): Promise<Ended> => {
  vi.stubEnv('DATA_DIR', join(folder, dataDir))
  return leagueCommand(words, atProgress)
}

async function inLeague(script: string, dataDir = 'league'): Promise<void> {
  const database = await openEmbedded(join(folder, dataDir))
  await database.scripts((run) => run(script))
  await database.close()
}

const PASSKEYS = `insert into passkey
  select 'key-' || id, id, 'public', 0, '{}', 'iPhone', '2025-06-01', null, false from member`

beforeAll(async () => {
  folder = await temporaryFolder()
  backup = join(folder, 'pool.backup')
  const file = join(folder, 'league.yaml')
  await writeFile(file, `${LEAGUE_TEXT}  - { user: chris, email: c@example.org, team: BLUE }\n`)
  expect(await command(['init', file])).toMatchObject({ code: 0 })
  await inLeague(PASSKEYS)
  expect(await command(['backup', backup])).toMatchObject({ code: 0 })
  whole = await readFile(backup)
  lines = gunzipSync(whole).toString().trimEnd().split('\n').slice(0, -1)
})
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(() => removeFolder(folder))

const text = (of: readonly string[]): string => of.map((line) => `${line}\n`).join('')
const summed = (of: readonly string[]): string[] => [
  ...of,
  JSON.stringify({ sha256: createHash('sha256').update(text(of)).digest('hex') }),
]
const pack = (of: readonly string[]): Buffer => gzipSync(text(of))
const head = (changes: object): string => JSON.stringify({ ...JSON.parse(lines[0] ?? ''), ...changes })
const changed = (from: string | RegExp, to: string): string[] => lines.map((line) => line.replace(from, to))

/** As the first release wrote it. */
const oldLines = (): string[] => {
  const { version: _, checksum: __, ...rest } = JSON.parse(lines[0] ?? '')
  return [JSON.stringify(rest), ...lines.slice(1)]
}

describe('a whole backup', () => {
  test('ends with the checksum of all that it holds', () => {
    expect(gunzipSync(whole).toString().trimEnd().split('\n')).toEqual(summed(lines))
  })

  test('is checked without a league, and without making anything', async () => {
    const { tables } = JSON.parse(lines[0] ?? '')
    const rows = lines.filter((line, at) => at > 0 && !line.startsWith('{"table":')).length
    const sentence = new RegExp(
      `^${backup} is whole: "The Pool", season 2024-2025, as of 20.+Z; made by version \\d+\\.\\d+\\.\\d+, ${tables.length} tables, ${rows} rows\\.\n`,
    )
    const checked = await command(['restore', '--check', backup], 'nowhere')
    expect(checked).toEqual({ code: 0, out: expect.stringMatching(sentence), err: '' })
    const dry = await command(['restore', backup, '--dry-run'], 'nowhere')
    expect(dry).toEqual({
      code: 0,
      out: `${checked.out}Would restore it into the data folder ${join(folder, 'nowhere')}.\nDry run: nothing has been changed.\n`,
      err: '',
    })
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
    expect((await command(['restore', backup, '--check', '--replace'])).code).toBe(2)
  })

  test('of an older version has no checksum', async () => {
    const old = join(folder, 'old.backup')
    await writeFile(old, pack(oldLines()))
    const checked = await command(['restore', '--check', old])
    expect([checked.code, checked.out]).toEqual([
      0,
      expect.stringMatching(/made by an older version, .+\nIt has no checksum, .+\n$/),
    ])
  })
})

describe('a damaged backup', () => {
  const at = (share: number) => Math.floor(whole.length * share)
  const flipped = (place: number): Buffer => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8(bytes.readUInt8(place) ^ 0x5a, place)
    return bytes
  }
  const withHead = (changes: object) => pack(summed([head(changes), ...lines.slice(1)]))
  const damaged = (why: string) => `The file is not a whole backup of Hockey Pool: ${why}. Nothing has been changed.`

  test.each<[string, string, () => Buffer]>([
    ['cut in the middle', 'it is cut or has been changed', () => whole.subarray(0, at(0.5))],
    ['cut at the end', 'it is cut or has been changed', () => whole.subarray(0, -1)],
    ['without its last eight bytes', 'it is cut or has been changed', () => whole.subarray(0, -8)],
    ['with a changed byte', 'it is cut or has been changed', () => flipped(at(0.6))],
    ['with a changed byte in its end', 'it is cut or has been changed', () => flipped(whole.length - 6)],
    [
      'with two changed bytes in its content',
      'it has been changed, as its checksum shows',
      () => pack([...changed('"Anna"', '"Onno"'), ...summed(lines).slice(-1)]),
    ],
    ['of another kind', 'it is another kind of file', () => Buffer.from('%PDF-1.7\n')],
    ['of another kind, compressed', 'a line is not as it was written', () => gzipSync('<html>\n')],
    ['that is empty', 'it is empty', () => Buffer.alloc(0)],
    ['that is empty, compressed', 'it ends too early', () => gzipSync('')],
    ['with something at its end', 'it is cut or has been changed', () => Buffer.concat([whole, Buffer.from('more')])],
    ['with zeros at its end', 'it is cut or has been changed', () => Buffer.concat([whole, Buffer.alloc(512)])],
    ['with itself at its end', 'there is more after its last table', () => Buffer.concat([whole, whole])],
    ['without its checksum', 'it ends too early', () => pack(lines)],
    [
      'with another checksum',
      'it has been changed, as its checksum shows',
      () => pack([...lines, JSON.stringify({ sha256: '0'.repeat(64) })]),
    ],
    ['with too few rows', 'cart_entry is missing', () => pack(summed(changed(/"rows":2,/, '"rows":3,')))],
    ['with too many rows', 'a line is not as it was written', () => pack(summed(changed(/"rows":2,/, '"rows":1,')))],
    [
      'without a table',
      'kept_answer is missing',
      () => pack(summed(lines.filter((line) => !line.startsWith('{"table":"kept_answer"')))),
    ],
    ['of a broken old version', 'it ends too early', () => pack(oldLines().slice(0, -1))],
    ['with bytes of no letter', 'it is cut or has been changed', () => gzipSync(Buffer.from([0xff, 0xfe, 0x0a]))],
    ['with a table twice', 'it has a table team', () => withHead({ tables: ['team', 'team'] })],
    ['with keys smuggled in', 'it has a table app_secret', () => withHead({ tables: ['app_secret'] })],
    [
      'that unpacks to much more than it is',
      'it unpacks to more than a backup holds',
      () => gzipSync(Buffer.alloc(10_000_000, 0x20)),
    ],
  ])('%s is refused with a reason', async (_, why, make) => {
    await expect(checkBackup(make())).rejects.toThrow(damaged(why))
  })

  test('gets one sentence, and makes and changes nothing', async () => {
    const path = join(folder, 'damaged.backup')
    await writeFile(path, whole.subarray(0, at(0.5)))
    const refused = { code: 1, out: '', err: `${damaged('it is cut or has been changed')}\n` }
    for (const words of [['--check'], ['--dry-run'], [], ['--replace']]) {
      expect(await command(['restore', path, ...words], 'nowhere'), words.join()).toEqual(refused)
    }
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  test('forged with values that the tables refuse leaves no new folder behind', async () => {
    const path = join(folder, 'forged.backup')
    await writeFile(path, pack(summed(changed('"user_name":"anna"', '"user_name":null'))))
    expect(await command(['restore', path], 'forged')).toEqual({
      code: 1,
      out: '',
      err: `${damaged('rows of its table member do not fit')}\n`,
    })
    expect(existsSync(join(folder, 'forged'))).toBe(false)
  })

  test('of a newer version or format says so', async () => {
    const { migrations } = JSON.parse(lines[0] ?? '')
    await expect(checkBackup(withHead({ migrations: [...migrations, 999] }))).rejects.toThrow(
      /^The backup was made by a newer version of Hockey Pool \(version 999 of its tables, this version knows \d+\); restore it with that version\.$/,
    )
    await expect(checkBackup(pack([JSON.stringify({ hockeyPoolBackup: 2 })]))).rejects.toThrow(
      'The backup was made by a newer version of Hockey Pool; restore it with that version.',
    )
  })

  test('that is a folder, or is not there, is reported', async () => {
    const sentences: [string, string][] = [
      [folder, `${folder} is a folder, not a file.`],
      [join(folder, 'gone'), `There is no file ${join(folder, 'gone')}.`],
    ]
    for (const [path, sentence] of sentences) {
      for (const words of [['--check'], []]) {
        expect(await command(['restore', path, ...words], 'nowhere')).toEqual({
          code: 1,
          out: '',
          err: `${sentence}\n`,
        })
      }
    }
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })
})

describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  let empty = () => {}
  afterEach(() => empty())

  test('ends a restore that finds it so with a sentence, and leaves nothing in its way', async () => {
    empty = fillDisk()
    expect(await command(['restore', backup], 'full')).toEqual({
      code: 1,
      out: '',
      err: `The disk of ${join(folder, 'full', 'database')} is full; free some space and start again. Nothing acknowledged is lost.\n`,
    })
    empty()
    expect(await command(['restore', backup, '--dry-run'], 'full')).toMatchObject({ code: 0, err: '' })
  })

  test('ends a restore while the tables are filled with a sentence', async () => {
    let isFull = false
    const fillOnce = () => {
      if (!isFull) empty = fillDisk()
      isFull = true
    }
    expect(await command(['restore', backup], 'moved', fillOnce)).toEqual({
      code: 1,
      out: '',
      err: 'The disk of the database is full. This step has changed nothing; free some space and run it again.\n',
    })
  })
})

// Each in the folder that the one before has left.
describe('a restore', () => {
  test('names whose passkeys are valid again, and ends open invitations, after one that failed, too', async () => {
    const day = JSON.parse(lines[0] ?? '').madeAt.slice(0, 10)
    const { code, out } = await command(['restore', backup], 'moved')
    expect([code, out.split('\n').slice(1, -1)]).toEqual([
      0,
      [
        'Open invitations of Anna have ended. Make new ones: npm run league -- invite USER',
        `Passkeys of Anna, bruno and chris as of ${day} are valid again, at the host name they were made for. At another host name, or if a phone was lost since: npm run league -- invite USER --lost`,
      ],
    ])
  })

  test('in the place of a league names only what had ended, and who had gone', async () => {
    await inLeague(
      `delete from passkey where id = 'key-1';
       update member set roles = '{}' where user_name = 'anna';
       delete from member where user_name = 'bruno'`,
      'moved',
    )
    const { code, out } = await command(['restore', backup, '--replace'], 'moved')
    expect([code, out.split('\n').slice(1, -1)]).toEqual([
      0,
      [
        'bruno is a member again.',
        'Anna is an admin again.',
        expect.stringMatching(/^Open invitations of Anna have ended\./),
        expect.stringMatching(/^Passkeys of Anna and bruno as of /),
      ],
    ])
  })

  test('is refused in the place of a league that a newer version made, and leaves it alone', async () => {
    await inLeague(
      "insert into schema_migration (number, name, applied_at) values (9999, '9999_later.sql', now());\n" +
        'create table later (id integer)',
      'moved',
    )
    const { code, err } = await command(['restore', backup, '--replace'], 'moved')
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/was made by a newer version of Hockey Pool \(version 9999 of its tables, /),
    ])
    await inLeague('select id from later', 'moved')
  })
})
