import type { Command } from './command.ts'
import { byOf } from './correct-command.ts'
import { dryRunHelp, dryRunOption, isDry } from './dry-run.ts'
import { runJob } from './run-job.ts'

export const takeBackCommand: Command = {
  name: 'take-back',
  takes: '[PLAYER] [--by MEMBER] [--dry-run]',
  summary: 'take back the last pick of the draft, or say which that is',
  help: `PLAYER, the name, "name, club" or the NHL id, is who was picked last: the player is free again, and the team on turn.
Earlier picks go the same way, one after the other. Once points have been counted since, a pick stays; then there is
\`correct roster-off\`. Without PLAYER: says which pick is the last.

  --by MEMBER   who does it; the league's server if you name no one
${dryRunHelp}`,
  options: { ...dryRunOption, by: { type: 'string' } },
  words: [0, 1],
  run: (called) =>
    runJob({ do: 'take-back', player: called.words[0] ?? '', by: byOf(called), dryRun: isDry(called) }, called),
}
