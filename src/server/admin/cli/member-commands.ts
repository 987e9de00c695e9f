import type { Command } from './command.ts'
import { WrongUse } from './command.ts'
import { dryRunHelp, dryRunOption, isDry } from './dry-run.ts'
import { runJob } from './run-job.ts'

export const invite: Command = {
  name: 'invite',
  takes: 'USER ... [--lost] [--dry-run]',
  summary: 'print the links with which members log in for the first time',
  help: `One link for each member. It leads to PUBLIC_URL, works once and for 14 days; an earlier one of the same member ends.
With it they create a passkey on their phone or computer. Passkeys that they have already stay. Send it to no one else.

  --lost      for a lost phone: ends all passkeys and logins that they have
${dryRunHelp}`,
  options: { ...dryRunOption, lost: { type: 'boolean' } },
  words: [1, 100],
  async run(called) {
    const { words, flags } = called
    for (const user of words) {
      await runJob({ do: 'invite', user, lost: flags.lost === true, dryRun: isDry(called) }, called)
    }
  },
}

export const sessions: Command = {
  name: 'sessions',
  takes: '[USER] [--end USER] [--dry-run]',
  summary: 'list where members are logged in, or end the logins of one',
  help: `Without USER: lists everyone's logins.

  --end USER  logs the member out everywhere, at once
${dryRunHelp}`,
  options: { ...dryRunOption, end: { type: 'string' } },
  words: [0, 1],
  async run(called) {
    const { words, flags } = called
    const ended = typeof flags.end === 'string' ? flags.end : null
    if (ended !== null && words.length > 0) throw new WrongUse('--end names the member already.')
    const user = ended ?? words[0] ?? null
    await runJob({ do: 'sessions', user, end: ended !== null, dryRun: isDry(called) }, called)
  },
}
