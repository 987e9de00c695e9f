import { findPlayer, getLeague } from '#contract/command'
import { type DraftedPlayer, getLastDrafted } from '#contract/draft'
import { takeBackPick } from '#contract/draft-room'
import { errorSentences } from '#contract/errors'
import { DRY_RUN } from '../league/moving-in/step.ts'
import { type Command, dryRunHelp, dryRunOption, isDry, type League, Refused } from './command.ts'
import { byOf } from './correct-command.ts'

const lastOf = ({ name, draftBox, teamShortName }: DraftedPlayer): string =>
  `The last pick is ${name}, ${draftBox}, by ${teamShortName}.`

const isRefusedWith = (error: unknown, code: string): boolean => error instanceof Refused && error.code === code

/** Null before the first pick. */
const lastDrafted = (league: League): Promise<DraftedPlayer | null> =>
  league.call(getLastDrafted, {}).catch((error: unknown) => {
    if (isRefusedWith(error, 'NOT_FOUND')) return null
    throw error
  })

export const takeBackCommand: Command = {
  name: 'take-back',
  takes: '[PLAYER] [--by MEMBER] [--dry-run]',
  summary: 'take back the last pick of the draft, or say which that is',
  help: `PLAYER, the name, "name, club" or the NHL id, was picked last: the player is free again, and it's the team's turn.
Earlier picks go the same way, one after the other. Once points have been counted since, a pick stays; then there is
\`correct roster-off\`. Without PLAYER: says which pick is the last.

  --by MEMBER   who does it; the league's server if you name no one
${dryRunHelp}`,
  options: { ...dryRunOption, by: { type: 'string' } },
  words: [0, 1],
  async run(called) {
    const { words, connect, terminal } = called
    const [text = ''] = words
    const league = await connect()
    await league.call(getLeague, {})
    const playerId = text === '' ? null : (await league.call(findPlayer, { query: { text } })).id
    const last = await lastDrafted(league)
    if (playerId === null) {
      if (!last) throw new Refused(errorSentences.NO_PICK_TO_TAKE_BACK)
      return terminal.say(lastOf(last))
    }
    const options = { dryRun: isDry(called), by: byOf(called) }
    await league.call(takeBackPick, { params: { playerId } }, options).catch((error: unknown) => {
      throw last && isRefusedWith(error, 'NOT_THE_LAST_PICK') ? new Refused(lastOf(last)) : error
    })
    const what = `the pick of ${last?.name} by ${last?.teamShortName}`
    terminal.say(isDry(called) ? `Would take back ${what}.` : `Took back ${what}.`)
    if (isDry(called)) terminal.say(DRY_RUN)
  },
}
