import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { BUY_BACK_REFUSED, unknownErrors } from '#contract/refusal-texts'
import type { RosterEntry, RosterItem } from '#contract/roster'
import { getPlayer, type Player } from '#contract/stats'
import { addToCart, type TradeAction } from '#contract/trading'
import type { User } from '#contract/user'
import { leagueOfSettings } from '#rules/league'
import { dressableAt } from '#rules/lineup'
import { parsePosition, positionGroup } from '#rules/positions'
import { seenPlayer, useCartCommands, useCartEntry, useCartMoney } from '../../data/cart.ts'
import { leagueSettings, previousSeasons, timeSeries } from '../../data/league.ts'
import { teamPlayers } from '../../data/roster.ts'
import { currentUser } from '../../data/user.ts'
import { isOffline } from '../../net/call-error.ts'
import type { SeenPlayer } from '../../outbox/row.ts'
import { ClubLogo } from '../../ui/art/club-logo.tsx'
import { MainButton } from '../../ui/buttons.tsx'
import { usePreparedChart } from '../../ui/charts/season-figure.tsx'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { price } from '../../ui/figure.ts'
import { Notice } from '../../ui/notice.tsx'
import { tick } from '../../ui/tick.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { useNow } from '../../ui/use-now.ts'
import { CartNotice, stateLabels } from '../cart/cart-notice.tsx'
import { aboveCashSentence, isAboveCash, useClosedSentence, useSoldPlayers } from '../cart/purchase-limits.ts'
import { DataScreen, hasLoaded, QueryResult } from '../data-screen/data-screen.tsx'
import { type Feedback, LineupQuestion, useLineupChange } from '../lineup/lineup-change.tsx'
import { loneMove, useLineupMoves } from '../lineup/lineup-moves.ts'
import {
  PreviousSeasons,
  RosterSection,
  SeasonSection,
  StatisticsSection,
  useEntry,
  usePlayer,
} from './player-sections.tsx'
import '../cart/on-the-way.css'
import './player.css'

const labels: Record<TradeAction, string> = { BUY: 'Buy', SELL: 'Sell' }

interface TradeButtonProps {
  readonly teamId: number
  /** As the member sees the player, with the price of this action. */
  readonly player: SeenPlayer
  readonly action: TradeAction
  readonly isOff?: boolean
  /** Of a sentence about the button, such as why it is off: it keeps the focus, and the sentence is read. */
  readonly hintId?: string
}

/** Puts the player into the shopping cart; from then on it shows the progress, and explains it when pressed again. */
function TradeButton({ teamId, player, action, isOff = false, hintId }: TradeButtonProps) {
  const { add, discard } = useCartCommands(teamId)
  const entry = useCartEntry(teamId, player.playerId, action)
  const [isNew, setIsNew] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** How often the state was looked up: each time its message is shown again. */
  const [lookUps, setLookUps] = useState(0)
  const press = async () => {
    setFailure(null)
    setIsNew(!entry)
    if (entry) {
      setLookUps(lookUps + 1)
      return
    }
    if (action === 'BUY') tick()
    const kept = await add(player, action)
    if (!kept.ok) setFailure(kept.sentence)
  }
  const dismiss = () => {
    setIsNew(false)
    setFailure(null)
    if (entry?.changeId && !entry.isInCart) void discard(entry.changeId).catch(() => undefined)
  }
  const isBusy = entry?.state === 'saving' || entry?.state === 'sending'
  return (
    <>
      <MainButton
        data-state={entry?.state}
        aria-disabled={isOff}
        aria-busy={isBusy}
        aria-describedby={hintId}
        onClick={() => {
          if (!isBusy && !isOff) void press().catch(() => setFailure(addToCart.failure))
        }}
      >
        {entry ? stateLabels[entry.state] : labels[action]}
      </MainButton>
      <CartNotice
        key={lookUps}
        entry={entry}
        failure={failure}
        isNew={isNew}
        isQuiet={lookUps === 0}
        onClose={dismiss}
      />
    </>
  )
}

export type { Feedback }

interface LineupButtonProps {
  readonly teamId: number
  readonly player: RosterItem['player']
  readonly entry: RosterEntry
  readonly onFeedback: (feedback: Feedback | null) => void
}

function LineupButton({ teamId, player, entry, onFeedback }: LineupButtonProps) {
  const { data: items } = useQuery(teamPlayers(teamId, true))
  const { now, league, moves } = useLineupMoves(items)
  const changing = useLineupChange(teamId, onFeedback)
  usePreparedConfirm()
  const alone = loneMove({ player, rosterEntry: entry }, now, league)
  const listed = moves.get(player.id)
  // The entry is the player's own; the list may be older.
  const move = listed?.to === alone.to ? listed : alone
  return (
    <>
      <MainButton
        aria-busy={changing.isBusyWith(player.id)}
        aria-disabled={move.off !== null}
        onClick={() => changing.press(move)}
      >
        {move.to === 'scratched' ? 'Scratch' : 'Dress'}
      </MainButton>
      <LineupQuestion changing={changing} moves={moves} />
    </>
  )
}

/** What a lineup change entails, shown before the button is pressed; empty while the league's rules are not known. */
function LineupHint({ entry }: { readonly entry: RosterEntry }) {
  const { data: settings } = useQuery(leagueSettings())
  const now = useNow().getTime()
  const league = settings ? leagueOfSettings(settings) : null
  if (!league) return null
  const scratchedAt = entry.scratchedAt ? Date.parse(entry.scratchedAt) : null
  const at = dressableAt({ scratched: true, scratchedAt: entry.scratched ? scratchedAt : now }, now, league)
  if (at <= now) return null
  const time = instantText(new Date(at).toISOString())
  return (
    <p className="note">
      {entry.scratched ? `Can be dressed from ${time}.` : `Scratch now and this player sits until ${time}.`}
    </p>
  )
}

const Price = ({ label, amount }: { readonly label: string; readonly amount: number | null | undefined }) => (
  <p className="player-price">
    {`${label} `}
    <strong>{price(amount)}</strong>
  </p>
)

function Purchase({ teamId, player }: { readonly teamId: number; readonly player: Player }) {
  const closed = useClosedSentence()
  const money = useCartMoney(teamId)
  const entry = useCartEntry(teamId, player.id, 'BUY')
  const never = useSoldPlayers(teamId).has(player.id) ? BUY_BACK_REFUSED : null
  // What is in the cart is counted there.
  const short = !entry && money && isAboveCash(player.buyPrice, money) ? `${aboveCashSentence(money)}.` : null
  const why = useId()
  return (
    <div className="wrap player-actions">
      <Price label="Buy Price" amount={player.buyPrice} />
      <TradeButton
        teamId={teamId}
        player={seenPlayer(player, player.buyPrice)}
        action="BUY"
        isOff={!entry && (never ?? closed) !== null}
        hintId={why}
      />
      <p className="note" id={why}>
        {never ?? closed ?? short}
      </p>
    </div>
  )
}

interface PlayerActionsProps {
  readonly player: Player
  /** None while it is not known, and for a player without a team. */
  readonly entry: RosterEntry | undefined
  readonly user: User | null | undefined
}

/**
 * What the member may do: buy a free agent; scratch, dress and sell their own players, unless sold (spec, section 6).
 */
function PlayerActions({ player, entry, user }: PlayerActionsProps) {
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const teamId = user?.teamId
  if (!teamId) return null
  if (!player.team) return <Purchase teamId={teamId} player={player} />
  if (player.team.id !== teamId || entry?.sold) return null
  // Its room is there before the entry is.
  if (!entry) return <div className="wrap player-actions own" />
  return (
    <div className="wrap player-actions own">
      <Price label="Sell Price" amount={entry.sellPrice} />
      <LineupButton teamId={teamId} player={player} entry={entry} onFeedback={setFeedback} />
      <TradeButton teamId={teamId} player={seenPlayer(player, entry.sellPrice)} action="SELL" />
      {feedback && (
        <Notice kind={feedback.kind} onClose={() => setFeedback(null)}>
          {feedback.text}
        </Notice>
      )}
      <LineupHint entry={entry} />
    </div>
  )
}

const silhouette = (position: Player['position']): string => {
  const known = parsePosition(position)
  return known && positionGroup(known) === 'goalie' ? '/art/goalie.svg' : '/art/skater.svg'
}

const SIZE = 76
const LOGO_SIZE = 34

/** The player's picture and club logo, each with a drawn placeholder of the same size. */
function PlayerPortrait({ player }: { readonly player: Player | undefined }) {
  const [failed, setFailed] = useState<string | null>(null)
  const image = player?.profileImage
  const isOwn = Boolean(image) && image !== failed
  return (
    <div className="portrait">
      {player && (
        <img
          src={isOwn && image ? image : silhouette(player.position)}
          alt={isOwn ? player.name : ''}
          width={SIZE}
          height={SIZE}
          onError={() => setFailed(image ?? null)}
        />
      )}
      {player?.nhlTeam && (
        <span className="portrait-club">
          <ClubLogo abbreviation={player.nhlTeam} url={player.nhlTeamImage} size={LOGO_SIZE} />
        </span>
      )}
    </div>
  )
}

const lineOf = ({ position, nhlTeam, team }: Player): string =>
  [position, nhlTeam, team ? team.shortName : 'Free agent'].filter(Boolean).join(' · ')

export function PlayerView({ playerId }: { readonly playerId: number }) {
  const player = usePlayer(playerId)
  usePreparedChart()
  const series = useQuery(timeSeries(playerId))
  const seasons = useQuery(previousSeasons(playerId))
  const { data: user } = useQuery(currentUser())
  const team = player.data?.team
  const entry = useEntry(player, playerId)
  const isPlaced = !entry.isEnabled || hasLoaded(entry)
  // Its head says so for all parts of the page.
  const isAway = !player.data && isOffline(player.error)
  const queries = [player, series, seasons, ...(entry.isEnabled ? [entry] : [])]
  return (
    <DataScreen
      title={player.data?.name ?? 'Player'}
      line={player.data && lineOf(player.data)}
      portrait={(player.data || !player.error) && <PlayerPortrait player={player.data} />}
      queries={queries}
    >
      <QueryResult query={player} failure={getPlayer.failure}>
        {(shown) => <PlayerActions player={shown} entry={team ? entry.data : undefined} user={user} />}
      </QueryResult>
      {player.isUnknown && <p className="page-text">{unknownErrors.PLAYER_NOT_FOUND}</p>}
      {hasLoaded(player) && !player.isUnknown && !isAway && (
        <div className="parts player-parts">
          <SeasonSection playerId={playerId} query={series} />
          {player.data && <StatisticsSection player={player.data} />}
          {team && <RosterSection team={team} query={entry} isQuiet={!hasLoaded(series)} />}
          {isPlaced && hasLoaded(series) && <PreviousSeasons query={seasons} />}
        </div>
      )}
    </DataScreen>
  )
}
