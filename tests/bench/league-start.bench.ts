import { expect, test } from 'vitest'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { startLeagueServer } from '../support/league-server.ts'
import { median, print, timed } from './figures.ts'

const RUNS = 5

test('start of the server', async () => {
  const dataDir = await temporaryFolder()
  try {
    const { result: server, seconds: first } = await timed(() => startLeagueServer({ dataDir }))
    const later: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      await server.stop()
      later.push((await timed(server.start)).seconds)
    }
    await server.stop()
    print('Start of the server, until it is ready', [
      `${first.toFixed(1)} s  with a new demo league (at most 15)`,
      `${median(later).toFixed(1)} s  with a league that is there, median of ${RUNS} (at most 3)`,
    ])
    expect(first).toBeLessThanOrEqual(15)
    expect(median(later)).toBeLessThanOrEqual(3)
  } finally {
    await removeFolder(dataDir)
  }
})
