import { isCalendarDay } from '#contract/call'
import { findPlayer, getLeague, type LeagueOfCommand } from '#contract/command'
import {
  CORRECTION_KINDS,
  type Correction,
  type CorrectionInput,
  getCorrections,
  makeCorrection,
  previewCorrection,
} from '#contract/corrections'
import { type DraftedPlayer, getLastDrafted } from '#contract/draft'
import { takeBackPick } from '#contract/draft-room'
import { errorSentences } from '#contract/errors'
import { getTrades } from '#contract/trading'
import { dayStart } from '#rules/calendar'
import { wallClockInstant } from '#rules/time-zone'
import { AGAINST } from '../league/corrections/corrections.ts'
import {
  type Called,
  type Command,
  dryRunHelp,
  dryRunOption,
  isDry,
  type League,
  optionText,
  Refused,
  sayDone,
  teamNamed,
  WrongUse,
} from './command.ts'

/** The correction as the command line gives it; empty or null for what it leaves out. */
interface CorrectionArguments {
  readonly kind: Correction['kind']
  readonly team: string
  readonly player: string
  /** A day, or a day and a time, of the league. */
  readonly asOf: string
  readonly amount: number | null
  readonly nr: number | null
  /** Of a trade: whether its other half remains. */
  readonly isHalf: boolean
  readonly againstRules: boolean
}

/** The arguments of each kind, in this order, and its options. */
const NEEDS: Record<
  CorrectionArguments['kind'],
  { readonly words: readonly string[]; readonly options: readonly string[] }
> = {
  'undo-trade': { words: ['TEAM', 'PLAYER'], options: [] },
  price: { words: ['TEAM', 'PLAYER'], options: ['price'] },
  'roster-on': { words: ['TEAM', 'PLAYER'], options: ['as-of', 'price'] },
  'roster-off': { words: ['TEAM', 'PLAYER'], options: ['as-of', 'price'] },
  scratch: { words: ['TEAM', 'PLAYER'], options: ['as-of'] },
  dress: { words: ['TEAM', 'PLAYER'], options: ['as-of'] },
  cash: { words: ['TEAM'], options: ['amount'] },
  undo: { words: ['NUMBER'], options: [] },
}

const textOf = (called: Called, name: string): string => optionText(called, name) ?? ''

/** Who does it, for all members to see; empty: the server. */
const byOf = (called: Called): string => textOf(called, 'by')

function numberOf(called: Called, name: string): number | null {
  const text = textOf(called, name)
  if (text === '') return null
  if (!/^-?\d+(\.\d{1,2})?$/.test(text)) throw new WrongUse(`--${name} is an amount such as 12.50.`)
  return Number(text)
}

function wordsOf(called: Called): CorrectionArguments | null {
  const [word, ...about] = called.words
  if (word === undefined) return null
  const kind = CORRECTION_KINDS.find((each) => each === word)
  if (!kind) throw new WrongUse(`"${word}" is not a kind of correction.`)
  const { words, options } = NEEDS[kind]
  if (about.length !== words.length) throw new WrongUse(`${kind} needs ${words.join(' and ')}.`)
  const missing = options.find((name) => called.flags[name] === undefined)
  if (missing) throw new WrongUse(`${kind} needs --${missing}.`)
  const nr = kind === 'undo' ? Number(about[0]) : null
  if (nr !== null && !Number.isInteger(nr)) throw new WrongUse(`"${about[0]}" is not the number of a correction.`)
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

/** A day is its first instant. */
function instantOf(text: string, { timeZone }: LeagueOfCommand): string {
  const wall =
    /^.{10}(T\d\d:\d\d)?$/.test(text) && isCalendarDay(text.slice(0, 10))
      ? Date.parse(text.includes('T') ? `${text}Z` : text)
      : Number.NaN
  if (Number.isNaN(wall))
    throw new Refused(`"${text}" is neither a day such as 2027-01-05 nor a time such as 2027-01-05T14:30.`)
  return new Date(text.includes('T') ? wallClockInstant(wall, timeZone) : dayStart(text, timeZone)).toISOString()
}

/** The team's latest trade of the player that is not undone, with what was traded in the same instant. */
async function latestTrade(league: League, teamId: number, playerId: number) {
  const own = (await league.call(getTrades, {})).filter(
    ({ team, correction }) => team.id === teamId && !correction?.undone,
  )
  const latest = own.find(({ player }) => player.id === playerId)
  if (!latest) throw new Refused('This team has no trade of this player to undo.')
  const { tradedAt, tradeAction } = latest
  const together = own
    .filter((each) => each.tradedAt === tradedAt)
    .map(({ player, tradeAction: action }) => ({ playerId: player.id, tradeAction: action }))
  return { tradedAt, tradeAction, together }
}

async function correctionOf(
  league: League,
  found: LeagueOfCommand,
  given: CorrectionArguments,
): Promise<CorrectionInput> {
  const { kind, nr, amount, againstRules, isHalf } = given
  if (kind === 'undo') return { kind, nr: nr ?? 0, againstRules }
  const { id: teamId } = teamNamed(found, given.team)
  if (kind === 'cash') return { kind, teamId, amount: amount ?? 0 }
  const { id: playerId } = await league.call(findPlayer, { query: { text: given.player } })
  if (kind === 'undo-trade' || kind === 'price') {
    const { tradedAt, tradeAction, together } = await latestTrade(league, teamId, playerId)
    if (kind === 'price') return { kind, teamId, playerId, tradeAction, tradedAt, price: amount ?? 0 }
    return { kind, teamId, tradedAt, trades: isHalf ? [{ playerId, tradeAction }] : together, againstRules }
  }
  const asOf = instantOf(given.asOf, found)
  if (kind === 'scratch' || kind === 'dress') return { kind, teamId, playerId, asOf, againstRules }
  return { kind, teamId, playerId, asOf, price: amount ?? 0, againstRules }
}

const inWordsOfCommand = (error: unknown): never => {
  if (!(error instanceof Refused)) throw error
  throw new Refused(error.message.replace(AGAINST, 'To do it all the same, add --against-rules.'), error.code)
}

const amounts = ({ before, after }: Pick<Correction, 'before' | 'after'>): string =>
  `points ${before.points.toFixed(2)} -> ${after.points.toFixed(2)}, cash ${before.cash.toFixed(2)} -> ${after.cash.toFixed(2)}, total ${before.totalScore.toFixed(2)} -> ${after.totalScore.toFixed(2)}`

const line = (made: Correction): string =>
  `${made.nr}  ${made.at.slice(0, 10)}  ${made.team.shortName}: ${made.what} (${made.by}: ${made.reason})${made.undoneBy ? `, undone by ${made.undoneBy}` : ''}`

async function list(league: League, { terminal }: Called): Promise<void> {
  const made = await league.call(getCorrections, {})
  for (const each of made.toReversed()) terminal.say(line(each))
  if (made.length === 0) terminal.say('Nothing was corrected this season.')
}

async function preview(league: League, body: CorrectionInput, called: Called): Promise<void> {
  const { what, team, ...scores } = await league.call(previewCorrection, { body }).catch(inWordsOfCommand)
  sayDone(called, `Would have: ${what}, for ${team.shortName}: ${amounts(scores)}.`)
}

async function correct(
  league: League,
  { asked: given, reason }: { readonly asked: CorrectionInput; readonly reason: string },
  called: Called,
): Promise<void> {
  const { expects } = await league.call(previewCorrection, { body: given }).catch(inWordsOfCommand)
  const made = await league
    .call(makeCorrection, { body: { asked: given, reason, expects } }, { by: byOf(called) })
    .catch(inWordsOfCommand)
  called.terminal.say(`Correction ${made.nr}: ${made.what}, for ${made.team.shortName}: ${amounts(made)}.`)
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
  --half           undo-trade: the other half stays
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
    const given = wordsOf(called)
    const reason = textOf(called, 'reason')
    if (given && reason === '' && !isDry(called)) throw new WrongUse(`${given.kind} needs --reason.`)
    const league = await called.connect()
    const found = await league.call(getLeague, {})
    if (!given) return list(league, called)
    const correction = await correctionOf(league, found, given)
    if (isDry(called)) return preview(league, correction, called)
    await correct(league, { asked: correction, reason }, called)
  },
}

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
    sayDone(called, isDry(called) ? `Would take back ${what}.` : `Took back ${what}.`)
  },
}
