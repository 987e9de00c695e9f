import fs, { readdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { openEmbedded } from '#server/db/engine/embedded'
import { migrate } from '#server/db/migrate'
import { demoServer } from '../support/demo-members.ts'
import { duringTest, folderDuringTest } from '../support/during-tests.ts'
import { addLeague, addMembers, season2425 } from '../support/empty-league.ts'

test('a backup of an embedded database is read in a copy, one at a time, and leaves none behind', async () => {
  const folder = await folderDuringTest()
  const database = await openEmbedded(folder, () => {})
  await migrate(database)
  await addLeague(database, season2425)
  await addMembers(database, { userName: 'admin', roles: ['admin'] })
  const embedded = await duringTest(demoServer({ database, clock: () => new Date('2026-11-21T20:00:00Z') }))
  const download = async () =>
    embedded.app.inject({
      method: 'GET',
      url: '/api/v1/office/backup',
      headers: { cookie: await embedded.cookie('admin') },
    })
  const answers = await Promise.all([download(), download()])
  // Of one login the second waits its turn or finds the first at work.
  expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
  const [done] = answers.filter(({ statusCode }) => statusCode === 200)
  expect(gunzipSync(done?.rawPayload ?? '').toString()).toContain('"league":"The Pool"')
  expect(await readdir(join(folder, 'reading'))).not.toContain('copy')
  const noBlocks = Object.assign(await fs.statfs(folder), { bavail: 0 })
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  for (const [call, fill] of [
    // Before the copy is begun, and in the midst of it.
    ['statfs', () => vi.spyOn(fs, 'statfs').mockResolvedValue(noBlocks)],
    ['copyFile', () => vi.spyOn(fs, 'copyFile').mockRejectedValue(full)],
  ] as const) {
    const filled = fill()
    syncBuiltinESMExports()
    const { statusCode, body } = await download()
    filled.mockRestore()
    syncBuiltinESMExports()
    expect([call, statusCode, JSON.parse(body)]).toEqual([
      call,
      409,
      { code: 'NO_DISK_SPACE', message: 'The server has no disk space for a backup. Free some, and try again.' },
    ])
    expect(await readdir(join(folder, 'reading'))).not.toContain('copy')
  }
})
