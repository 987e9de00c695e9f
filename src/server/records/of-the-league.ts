import { type Static, Type } from 'typebox'
import * as corrections from '#contract/corrections'
import * as message from '#contract/message'
import * as push from '#contract/push'
import * as roster from '#contract/roster'
import { patchTeam, TeamNames } from '#contract/stats'
import * as trading from '#contract/trading'
import { fits } from '../memory/validator.ts'
import { listed, type Names, type Recorded, type Sentences, told, toldWithBody } from './told.ts'

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

/** What a correction did is kept in its own words: nobody could tell later what stood before it. */
const Corrected = Type.Object({ teamId: Type.Integer(), did: Type.String() })
type Corrected = Static<typeof Corrected>

export const tellAll = (words: string): string =>
  words === '' ? 'removed the message to members' : `told all members: “${words}”`

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

  told(corrections.makeCorrection, (said, names) =>
    fits<Corrected>(Corrected, said)
      ? `corrected ${names.team(said.teamId)}: ${said.did.charAt(0).toLowerCase()}${said.did.slice(1)}`
      : 'made a correction (see Corrections)',
  ),

  told(message.readMessage, () => 'read the message to all members'),
  toldWithBody(message.tellMembers, (_, { words }) => tellAll(words)),

  told(push.putPush, () => 'switched on notifications for a device'),
  told(push.patchPush, () => 'changed what a device is notified of'),
  told(push.deletePush, () => 'switched off notifications for a device'),
]
