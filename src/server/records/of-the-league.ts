import { type Static, Type } from 'typebox'
import * as corrections from '#contract/corrections'
import * as message from '#contract/message'
import * as push from '#contract/push'
import * as roster from '#contract/roster'
import { patchTeam, TeamNames } from '#contract/stats'
import * as trading from '#contract/trading'
import { fits } from '../memory/validator.ts'
import { listed, type Names, type Recorded, type Sentences, told, toldWithBody } from './told.ts'

const amount = (value: number): string => value.toFixed(2)

/** Without what it was called before in a record of earlier days. */
export const renamed = ({ was }: Recorded, now: TeamNames): string => {
  const called = ({ name, shortName }: TeamNames) => `${name} (${shortName})`
  if (!fits<TeamNames>(TeamNames, was)) return `gave a team the name ${called(now)}`
  return called(was) === called(now)
    ? `left the name of the team ${called(now)} as it was`
    : `renamed the team ${called(was)} to ${called(now)}`
}

const Moves = Type.Array(Type.Object({ playerId: Type.Integer(), tradeAction: trading.TradeAction }))
type Moves = Static<typeof Moves>

const moved = (moves: Moves, names: Names): string => {
  const of = (action: Moves[number]['tradeAction']) =>
    moves.filter(({ tradeAction }) => tradeAction === action).map(({ playerId }) => names.player(playerId))
  const parts = [
    ['sold', of('SELL')],
    ['bought', of('BUY')],
  ] as const
  return parts.flatMap(([verb, players]) => (players.length === 0 ? [] : [`${verb} ${listed(players)}`])).join(' and ')
}

const corrected = (asked: corrections.AskedCorrection, names: Names): string => {
  switch (asked.kind) {
    case 'undo':
      return `undid correction ${asked.nr}`
    case 'undo-trade':
      return `undid the trade in which ${names.team(asked.teamId)} ${moved(asked.trades, names)} on ${names.day(asked.tradedAt)}`
    case 'price':
      return `made the ${asked.tradeAction === 'BUY' ? 'purchase' : 'sale'} of ${names.player(asked.playerId)} by ${names.team(asked.teamId)} cost ${amount(asked.price)}`
    case 'cash':
      return asked.amount < 0
        ? `took ${amount(-asked.amount)} from the cash of ${names.team(asked.teamId)}`
        : `added ${amount(asked.amount)} to the cash of ${names.team(asked.teamId)}`
  }
  const player = names.player(asked.playerId)
  const rest = `${names.team(asked.teamId)} as of ${names.day(asked.asOf)}`
  switch (asked.kind) {
    case 'roster-on':
      return `put ${player} on the roster of ${rest}, for ${amount(asked.price)}`
    case 'roster-off':
      return `took ${player} off the roster of ${rest}, for ${amount(asked.price)}`
    case 'scratch':
      return `scratched ${player} of ${rest}`
    case 'dress':
      return `dressed ${player} of ${rest}`
  }
}

const Correction = Type.Object({ asked: corrections.AskedCorrection })
type Correction = Static<typeof Correction>

export const tellAll = (words: string): string =>
  words === '' ? 'took the message to all members away' : `told all members: “${words}”`

export const ofTheLeague: Sentences = [
  toldWithBody(patchTeam, (said, body) => renamed(said, body)),

  told(
    roster.putScratchStatus,
    ({ teamId, playerId, 'scratch-status': status }, names) =>
      `${status} ${names.player(playerId)} of ${names.team(teamId)}`,
  ),
  toldWithBody(
    roster.putLineup,
    ({ teamId }, { scratch, dress }, names) =>
      `scratched ${names.player(scratch)} and dressed ${names.player(dress)} of ${names.team(teamId)}`,
  ),

  told(
    trading.addToCart,
    ({ teamId, playerId, action }, names) =>
      `put the ${action === 'buy' ? 'purchase' : 'sale'} of ${names.player(playerId)} into the cart of ${names.team(teamId)}`,
  ),
  told(
    trading.removeFromCart,
    ({ teamId, playerId }, names) => `took ${names.player(playerId)} out of the cart of ${names.team(teamId)}`,
  ),
  told(trading.emptyCart, ({ teamId }, names) => `emptied the cart of ${names.team(teamId)}`),
  told(trading.executeTrade, ({ teamId, trades }, names) =>
    fits<Moves>(Moves, trades)
      ? `${moved(trades, names)} for ${names.team(teamId)}`
      : `made the trade in the cart of ${names.team(teamId)}`,
  ),

  told(corrections.makeCorrection, (said, names) => {
    // The command records it without a body.
    const asked = [said, said.body].find((part) => fits<Correction>(Correction, part))
    return fits<Correction>(Correction, asked) ? corrected(asked.asked, names) : null
  }),

  told(message.readMessage, () => 'read the message to all members'),
  toldWithBody(message.tellMembers, (_, { words }) => tellAll(words)),

  told(push.putPush, () => 'switched on notifications for a device'),
  told(push.patchPush, () => 'changed what a device is notified of'),
  told(push.deletePush, () => 'switched off notifications for a device'),
]
