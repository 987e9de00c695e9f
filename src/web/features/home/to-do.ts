import type { DraftBox, KeeperStatus, Pick } from '#contract/draft'
import type { PickList } from '#contract/draft-room'
import type { RosterItem } from '#contract/roster'
import type { Tonight } from '#contract/tonight'
import { dayStart, type Instant } from '#rules/calendar'
import type { League } from '#rules/league'
import { changeLineup, dressedCount, spotOfItem } from '#rules/lineup'
import { whoseTurn } from '#rules/pick-sequence'
import { type PositionGroup, parsePosition, positionGroup } from '#rules/positions'
import { isRefusal } from '#rules/refusal'
import type { OptimisticCart } from '../../data/cart-view.ts'
import { listed } from '../../ui/listed.ts'
import { turnNotice } from '../draft/turn.ts'
import { isGameNight } from '../tonight/night-words.ts'

/** Something that waits for the member, and where it is done. */
export interface ToDo {
  readonly text: string
  readonly href: string
}

const isOfGroup = ({ player }: RosterItem, group: PositionGroup): boolean => {
  const position = parsePosition(player.position)
  return position !== null && positionGroup(position) === group
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

export const seasonHasBegun = ({ dates, constants }: League, now: Instant): boolean =>
  now >= dayStart(dates.rosterHoldStartDate, constants.timeZone)

/** More than these are told by their number. */
const NAMED = 3

/** Those of them who have no game tonight; nobody where no game is played, or it is not known. */
const idleOf = (items: readonly RosterItem[], night: Tonight | undefined): RosterItem[] => {
  if (!night || !isGameNight(night)) return []
  const play = new Set(night.lines.map(({ playerId }) => playerId))
  return items.filter(({ player }) => !play.has(player.id))
}

/**
 * Who may be dressed now, and where the lineup lacks players: too few for the rules, or no more than those and one of them
 * does not play tonight. Before the season only what a whole roster lacks: the draft dresses players in the order of picks.
 */
export const lineupToDos = (
  items: readonly RosterItem[],
  teamId: number,
  now: Instant,
  league: League,
  night: Tonight | undefined,
): ToDo[] => {
  const roster = items.flatMap((item) => spotOfItem(item) ?? [])
  const hasBegun = seasonHasBegun(league, now)
  if (roster.length < (hasBegun ? 1 : league.constants.rosterSize)) return []
  const href = `/teams/${teamId}`
  const may = items.filter(
    ({ player, rosterEntry }) =>
      hasBegun && rosterEntry.scratched === true && !isRefusal(changeLineup(roster, player.id, 'dressed', now, league)),
  )
  const dressable =
    may.length > NAMED
      ? [`${may.length} players can be dressed now`]
      : may.map(({ player }) => `${player.name} can be dressed now`)
  const { minDefenders, minGoalies } = league.constants
  const fewest = [
    ['defender', minDefenders],
    ['goalie', minGoalies],
  ] as const
  const few = fewest.flatMap(([group, least]) => {
    const dressed = dressedCount(roster, group)
    if (dressed < least) return [`Only ${counted(dressed, group)} dressed; the minimum is ${least}`]
    if (dressed > least) return []
    const own = items.filter((item) => item.rosterEntry.scratched !== true && isOfGroup(item, group))
    const idle = idleOf(own, night).map(({ player }) => player.name)
    if (idle.length === 0) return []
    return [
      `Only ${counted(dressed, group)} dressed, and ${listed(idle)} ${idle.length === 1 ? "doesn't" : "don't"} play tonight`,
    ]
  })
  return [...dressable, ...few].map((text) => ({ text, href }))
}

/** The cart with its state, and whatever was refused. `sentence` says what the state means. */
export const cartToDos = ({ entries, changes }: OptimisticCart, sentence: string): ToDo[] => {
  const href = '/shopping-cart'
  const inCart = entries.filter(({ isInCart }) => isInCart).length
  const givenUp = [...entries, ...changes].filter(({ state }) => state === 'refused' || state === 'expired')
  return [
    ...(inCart > 0 ? [{ text: `${inCart} in the cart. ${sentence}`, href }] : []),
    ...givenUp.map(({ name, state, reason }) => ({
      text: [`${name ?? 'Emptying the cart'}: ${state === 'refused' ? 'refused' : 'not sent'}`, reason]
        .filter(Boolean)
        .join('. '),
      href,
    })),
  ]
}

/** While the draft is on: whose turn it is. */
export const draftToDos = (sequence: readonly Pick[], teamId: number): ToDo[] => {
  const { kind } = whoseTurn(sequence)
  const notice = kind === 'team' || kind === 'open' ? turnNotice(sequence, teamId) : null
  return notice ? [{ text: notice.text, href: '/draft' }] : []
}

/** A list that picks when its member cannot, or reminds them when they do; until all picks are made. */
export const pickListToDos = (list: PickList, sequence: readonly Pick[]): ToDo[] => {
  const isOver = sequence.length > 0 && sequence.every(({ pickStatus }) => pickStatus === 'DONE')
  return list.players.length > 0 || isOver ? [] : [{ text: 'Make your pick list for the draft', href: '/pick-list' }]
}

/** Whether a keeper is still to be chosen: before the season and the first pick, and as long as the server says nothing else. */
export const lacksKeeper = (statuses: readonly KeeperStatus[], sequence: readonly Pick[], teamId: number): boolean => {
  const own = statuses.find((status) => status.teamId === teamId)
  return own?.hasKeeper === false && sequence.length === 0 && !statuses.some(({ locked }) => locked)
}

/** There is a choice once the boxes have a player of the team whom it may keep. */
export const keeperToDos = (boxes: readonly DraftBox[], teamId: number): ToDo[] =>
  boxes.some(({ players }) => players.some((player) => player.teamId === teamId && !player.boughtLate))
    ? [{ text: 'Choose your keeper', href: '/keepers' }]
    : []
