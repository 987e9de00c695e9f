import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTableFiles } from '#server/nhl/files/table-files'
import { importLeague } from '#server/nhl/import/import-league'
import { emptyLeague, season2425 } from '../support/empty-league.ts'
import { nhlDataDir } from '../support/nhl-data.ts'
import { publish } from '../support/publish.ts'
import { median, print, timed } from './figures.ts'

const folder = join(nhlDataDir, 'season-2024-25')
const RUNS = 3

if (existsSync(folder)) {
  test('import of a real season', async () => {
    const clock = () => new Date('2025-06-01T12:00:00Z')
    const figures: { read: number; imported: number; published: number; again: number }[] = []
    let lines = 0
    for (let run = 0; run < RUNS; run += 1) {
      const database = await emptyLeague(season2425)
      const { result: source, seconds: read } = await timed(() => openTableFiles(folder, '2025-06-01'))
      const { result, seconds: imported } = await timed(() => importLeague({ database, source, clock }))
      const { seconds: published } = await timed(() => publish(database, clock()))
      const { seconds: again } = await timed(() => importLeague({ database, source, clock }))
      expect(result.refused).toEqual([])
      lines = result.lines
      figures.push({ read, imported, published, again })
      await database.close()
    }
    const middle = (of: keyof (typeof figures)[number]) => median(figures.map((one) => one[of]))
    print(`Import of the real season 2024-25, ${lines} lines, embedded database in memory, median of ${RUNS}`, [
      `${middle('read').toFixed(1)} s  reading the files`,
      `${middle('imported').toFixed(1)} s  importing, ${Math.round(lines / middle('imported')).toLocaleString('en')} lines/s`,
      `${middle('published').toFixed(1)} s  publishing`,
      `${middle('again').toFixed(1)} s  importing once more, with nothing new`,
    ])
  })
} else {
  test.skip(`import of a real season: skipped, there is no ${folder} (set NHL_DATA_DIR)`)
}
