import { CORRECTION_KINDS } from '#contract/corrections'
import type { JobOf } from '../jobs/job.ts'
import { type Called, type Command, WrongUse } from './command.ts'
import { dryRunHelp, dryRunOption, isDry } from './dry-run.ts'
import { runJob } from './run-job.ts'

type Asked = NonNullable<JobOf<'correct'>['asked']>

/** What each kind is told, in this order, and by which options. */
const NEEDS: Record<Asked['kind'], { readonly words: readonly string[]; readonly options: readonly string[] }> = {
  'undo-trade': { words: ['TEAM', 'PLAYER'], options: [] },
  price: { words: ['TEAM', 'PLAYER'], options: ['price'] },
  'roster-on': { words: ['TEAM', 'PLAYER'], options: ['as-of', 'price'] },
  'roster-off': { words: ['TEAM', 'PLAYER'], options: ['as-of', 'price'] },
  scratch: { words: ['TEAM', 'PLAYER'], options: ['as-of'] },
  dress: { words: ['TEAM', 'PLAYER'], options: ['as-of'] },
  cash: { words: ['TEAM'], options: ['amount'] },
  undo: { words: ['NUMBER'], options: [] },
}

const textOf = ({ flags }: Called, name: string): string => {
  const given = flags[name]
  return typeof given === 'string' ? given : ''
}

/** Who does it, for all members to see; empty: the server. */
export const byOf = (called: Called): string => textOf(called, 'by')

function numberOf(called: Called, name: string): number | null {
  const text = textOf(called, name)
  if (text === '') return null
  if (!/^-?\d+(\.\d{1,2})?$/.test(text)) throw new WrongUse(`--${name} is an amount such as 12.50.`)
  return Number(text)
}

function askedOf(called: Called): Asked | null {
  const [word, ...about] = called.words
  if (word === undefined) return null
  const kind = CORRECTION_KINDS.find((each) => each === word)
  if (!kind) throw new WrongUse(`"${word}" is no kind of correction.`)
  const { words, options } = NEEDS[kind]
  if (about.length !== words.length) throw new WrongUse(`${kind} needs ${words.join(' and ')}.`)
  const missing = options.find((name) => called.flags[name] === undefined)
  if (missing) throw new WrongUse(`${kind} needs --${missing}.`)
  const nr = kind === 'undo' ? Number(about[0]) : null
  if (nr !== null && !Number.isInteger(nr)) throw new WrongUse(`"${about[0]}" is no number of a correction.`)
  const amount = numberOf(called, 'price') ?? numberOf(called, 'amount')
  if (amount !== null && amount < 0 && kind !== 'cash') throw new WrongUse('A price is not negative.')
  const { 'against-rules': againstRules, half } = called.flags
  return {
    kind,
    team: kind === 'undo' ? '' : (about[0] ?? ''),
    player: about[1] ?? '',
    asOf: textOf(called, 'as-of'),
    amount,
    nr,
    isHalf: half === true,
    againstRules: againstRules === true,
  }
}

export const correctCommand: Command = {
  name: 'correct',
  takes: '[KIND ...] [--reason TEXT] [--dry-run]',
  summary: 'correct a trade, a roster, a lineup or cash, or list corrections',
  help: `Without KIND: lists the corrections of the season with their numbers. Members see each with its reason.

  undo-trade TEAM PLAYER                      the latest trade of the player, with its other half
  price TEAM PLAYER --price P                 what that trade cost
  roster-on TEAM PLAYER --as-of DAY --price P
  roster-off TEAM PLAYER --as-of DAY --price P
  scratch TEAM PLAYER --as-of DAY             until the player's next change
  dress TEAM PLAYER --as-of DAY
  cash TEAM --amount=A                        added, or with a minus taken away
  undo NUMBER                                 a correction

A team is its id, short name or name, a player the name, "name, club" or the NHL id, a day 2027-01-05 or
2027-01-05T14:30.

  --reason TEXT    why, for all members to see; required unless --dry-run
  --by MEMBER      who does it; the league's server if you name no one
  --half           undo-trade: the other half stands
  --against-rules  against the rules of the lineup
${dryRunHelp}`,
  options: {
    ...dryRunOption,
    reason: { type: 'string' },
    by: { type: 'string' },
    'as-of': { type: 'string' },
    price: { type: 'string' },
    amount: { type: 'string' },
    half: { type: 'boolean' },
    'against-rules': { type: 'boolean' },
  },
  words: [0, 3],
  async run(called) {
    const asked = askedOf(called)
    const reason = textOf(called, 'reason')
    if (asked && reason === '' && !isDry(called)) throw new WrongUse(`${asked.kind} needs --reason.`)
    await runJob({ do: 'correct', asked, reason, by: byOf(called), dryRun: isDry(called) }, called)
  },
}
