import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { leagueCommand } from '../support/league-command.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { fillDisk } from './full-disk.ts'

describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  let folder: string
  let backup: string
  let empty = () => {}
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-full-'))
    const file = join(folder, 'league.yaml')
    backup = join(folder, 'pool.backup')
    await writeFile(file, LEAGUE_TEXT)
    vi.stubEnv('DATA_DIR', join(folder, 'old'))
    expect(await leagueCommand(['init', file])).toMatchObject({ code: 0 })
    expect(await leagueCommand(['backup', backup])).toMatchObject({ code: 0 })
  })
  afterEach(() => {
    empty()
    vi.unstubAllEnvs()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('ends a restore that finds it so with a sentence, and leaves the database as it was', async () => {
    vi.stubEnv('DATA_DIR', join(folder, 'full'))
    expect(await leagueCommand(['restore', backup, '--dry-run'])).toMatchObject({ code: 0 })
    empty = fillDisk()
    expect(await leagueCommand(['restore', backup])).toEqual({
      code: 1,
      out: '',
      err: `The disk of ${join(folder, 'full', 'database')} is full; free some space and start again. Nothing acknowledged is lost.\n`,
    })
    empty()
    expect(await leagueCommand(['restore', backup, '--dry-run'])).toMatchObject({ code: 0, err: '' })
  })

  it('ends a restore while the tables are filled with a sentence, and is not in the way of a second attempt', async () => {
    vi.stubEnv('DATA_DIR', join(folder, 'new'))
    let full = false
    const fillOnce = () => {
      if (!full) empty = fillDisk()
      full = true
    }
    expect(await leagueCommand(['restore', backup], fillOnce)).toEqual({
      code: 1,
      out: '',
      err: 'The disk of the database is full. This step has changed nothing; free some space and run it again.\n',
    })
    empty()
    expect(await leagueCommand(['restore', backup])).toMatchObject({ code: 0, err: '' })
  })

  it('keeps a misspelt setting from being taken for another database', async () => {
    vi.stubEnv('DATABSE_URL', 'postgres://pool@db/pool')
    expect(await leagueCommand(['members'])).toEqual({
      code: 1,
      out: '',
      err: 'DATABSE_URL is not a setting; did you mean DATABASE_URL? Rename it or unset it.\n',
    })
  })
})
