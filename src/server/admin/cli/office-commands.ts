import type { Command } from './command.ts'
import { dryRunHelp, dryRunOption, isDry } from './dry-run.ts'
import { runJob } from './run-job.ts'

export const refresh: Command = {
  name: 'refresh',
  takes: '',
  summary: 'have every process read the league again, after a change by hand',
  help: `Servers keep answers until something changes. What was changed in the database past them, by SQL, shows only then.`,
  options: {},
  words: [0, 0],
  run: (called) => runJob({ do: 'refresh' }, called),
}

export const tell: Command = {
  name: 'tell',
  takes: 'TEXT [--dry-run]',
  summary: 'show a message to all members, and notify their devices',
  help: `It stands on every screen until its member has read it, in the place of the one before. "" takes that away.

${dryRunHelp}`,
  options: dryRunOption,
  words: [1, 1],
  run: (called) => runJob({ do: 'tell', words: called.words[0] ?? '', dryRun: isDry(called) }, called),
}
