import type { RosterChange } from '#contract/roster'
import type { Trade } from '#contract/trading'
import { price } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { instantOf, instantText } from '../../ui/time/instant-text.ts'

/** What a team did with a player, in a line. */
interface LatestLine {
  readonly key: string
  readonly at: string
  readonly team: { readonly id: number; readonly shortName: string }
  readonly action: string
  readonly player: { readonly id: number; readonly name: string }
  /** After the name, such as ` for 12.50`. */
  readonly rest: string
}

const traded = { BUY: 'bought', SELL: 'sold' } as const
const changed = { SCRATCH: 'scratched', DRESS: 'dressed' } as const

export const tradeLine = ({ tradedAt: at, team, tradeAction, player, price: paid }: Trade): LatestLine => ({
  key: `${at} ${tradeAction} ${player.id}`,
  at,
  team,
  action: traded[tradeAction],
  player,
  rest: paid ? ` for\u00a0${price(paid)}` : '',
})

export const changeLine = ({ changedAt: at, team, changeAction, player }: RosterChange): LatestLine => ({
  key: `${at} ${changeAction} ${player.id}`,
  at,
  team,
  action: changed[changeAction],
  player,
  rest: '',
})

/** The newest first; of one team's instant the order given. */
export const newest = (lines: readonly LatestLine[], count: number): LatestLine[] =>
  lines.toSorted((one, other) => (instantOf(other.at) ?? 0) - (instantOf(one.at) ?? 0)).slice(0, count)

export const LatestList = ({ lines }: { readonly lines: readonly LatestLine[] }) => (
  <ul className="list">
    {lines.map(({ key, at, team, action, player, rest }) => (
      <li key={key}>
        <OwnLink href={`/players/${player.id}`}>
          <span>
            {team.shortName} {action} <strong>{player.name}</strong>
            {rest}
          </span>
          <small>{instantText(at)}</small>
        </OwnLink>
      </li>
    ))}
  </ul>
)
