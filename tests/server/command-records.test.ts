import { expect, test } from 'vitest'
import type { JobOf } from '#server/admin/jobs/job'
import { doJob } from '../support/do-job.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { testDatabase } from '../support/test-database.ts'

type Changing = JobOf<'members' | 'season' | 'history' | 'publish' | 'undo-season'>

const OTHER_MEMBERS = LEAGUE_TEXT.replace('name: Anna', 'name: Ann').replace('user: bruno', 'user: cleo')
const LATER = LEAGUE_TEXT.replace('2025-04-17', '2025-04-20')
const NEXT = LEAGUE_TEXT.replace(
  '2024-2025, firstDay: 2024-10-04, lastDay: 2025-04-17',
  '2025-2026, firstDay: 2025-10-07, lastDay: 2026-04-16',
)
const HISTORY = 'year,rank,team,member,points\n1995-1996,1,Rink Rats,Anna,612.50\n1996-1997,1,Blue Liners,,581\n'

/** What each command changes, and how the records say it; a second time it has nothing to change. */
const COMMANDS: readonly [job: Changing, sentence: string][] = [
  [
    { do: 'members', file: OTHER_MEMBERS, remove: true, dryRun: false },
    'The command added cleo, changed anna and removed bruno as in the league file.',
  ],
  [
    { do: 'season', file: LATER, from: null, dryRun: false },
    'The command changed the season 2024-2025 as in the league file.',
  ],
  [
    { do: 'history', file: HISTORY, dryRun: false },
    'The command took the final standings of 1995-1996, 1996-1997 from a file.',
  ],
  [{ do: 'publish', dryRun: false }, 'The command made an official update.'],
  [
    { do: 'season', file: NEXT, from: null, dryRun: false },
    'The command started the season 2025-2026 with the league file.',
  ],
  [{ do: 'undo-season', dryRun: false }, 'The command undid the start of the season 2025-2026.'],
]

test('each command that changes the league is in the records, and a dry run is not', async () => {
  const database = await testDatabase()
  try {
    await doJob(database, { do: 'init', file: LEAGUE_TEXT, dryRun: false })
    const expected: string[] = []
    for (const [job, sentence] of COMMANDS) {
      const recorded = () => doJob(database, { do: 'audit', by: null, kind: null, day: null, csv: false })
      await doJob(database, { ...job, dryRun: true })
      expect((await recorded()).filter((line) => line.includes(sentence))).toEqual([])
      await doJob(database, job)
      expected.push(sentence)
      const lines = await recorded()
      expect(lines.flatMap((line) => expected.find((each) => line.includes(each)) ?? [])).toEqual(expected)
    }
  } finally {
    await database.close()
  }
})
