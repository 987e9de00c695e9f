import { useQuery } from '@tanstack/react-query'
import type { DraftBox, KeeperStatus, Pick } from '#contract/draft'
import type { PickList } from '#contract/draft-room'
import type { RosterItem } from '#contract/roster'
import type { Tonight } from '#contract/tonight'
import { dayStart, type Instant } from '#rules/calendar'
import { type League, leagueOfSettings } from '#rules/league'
import { changeLineup, dressedCount, spotOfItem } from '#rules/lineup'
import { whoseTurn } from '#rules/pick-sequence'
import { type PositionGroup, parsePosition, positionGroup } from '#rules/positions'
import { isRefusal } from '#rules/refusal'
import { listed, plural } from '#rules/words'
import { useCart } from '../../data/cart.ts'
import type { OptimisticCart } from '../../data/cart-view.ts'
import { keeperBoxes, keepersStatus, pickSequence } from '../../data/draft.ts'
import { pickList } from '../../data/draft-room.ts'
import { leagueSettings, trades } from '../../data/league.ts'
import { rosterChanges, teamPlayers } from '../../data/roster.ts'
import { tonight } from '../../data/tonight.ts'
import { useFeature } from '../../data/user.ts'
import { change, changeTone } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { useNow } from '../../ui/use-now.ts'
import { statusSentence } from '../cart/status-sentence.ts'
import { hasLoaded } from '../data-screen/data-screen.tsx'
import { turnNotice } from '../draft/turn.ts'
import { bestFirst, LiveNote, livePlayers, type Played } from '../tonight/live-players.tsx'
import { didText, isGameNight, stateText } from '../tonight/night-words.ts'
import { Provisional, ProvisionalMark } from '../tonight/provisional.tsx'
import { changeLine, LatestList, newest, tradeLine } from '../transactions/latest.tsx'
import { comingUp } from './coming-up.ts'
import './member-news.css'

/** Something that waits for the member, and where it is done. */
interface ToDo {
  readonly text: string
  readonly href: string
}

const isOfGroup = ({ player }: RosterItem, group: PositionGroup): boolean => {
  const position = parsePosition(player.position)
  return position !== null && positionGroup(position) === group
}

const seasonHasBegun = ({ dates, constants }: League, now: Instant): boolean =>
  now >= dayStart(dates.rosterHoldStartDate, constants.timeZone)

/** More than these are only counted. */
const NAMED = 3

/** Those of them who have no game tonight; none where no game is played, or it is not known. */
const idleOf = (items: readonly RosterItem[], night: Tonight | undefined): RosterItem[] => {
  if (!night || !isGameNight(night)) return []
  const play = new Set(night.lines.map(({ playerId }) => playerId))
  return items.filter(({ player }) => !play.has(player.id))
}

/**
 * Who may be dressed now, and where the lineup lacks players: too few for the rules, or no more than those and one of
 * them does not play tonight. Before the season only what a whole roster lacks: the draft dresses players in the
 * order of picks.
 */
const lineupToDos = (
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
    if (dressed < least) return [`Only ${plural(dressed, group)} dressed; the minimum is ${least}`]
    if (dressed > least) return []
    const own = items.filter((item) => item.rosterEntry.scratched !== true && isOfGroup(item, group))
    const idle = idleOf(own, night).map(({ player }) => player.name)
    if (idle.length === 0) return []
    return [
      `Only ${plural(dressed, group)} dressed, and ${listed(idle)} ${idle.length === 1 ? "doesn't" : "don't"} play tonight`,
    ]
  })
  return [...dressable, ...few].map((text) => ({ text, href }))
}

/** The cart with its state, and whatever was refused. `sentence` says what the state means. */
const cartToDos = ({ entries, changes }: OptimisticCart, sentence: string): ToDo[] => {
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
const draftToDos = (sequence: readonly Pick[], teamId: number): ToDo[] => {
  const { kind } = whoseTurn(sequence)
  const notice = kind === 'team' || kind === 'open' ? turnNotice(sequence, teamId) : null
  return notice ? [{ text: notice.text, href: '/draft' }] : []
}

/** A list that picks when its member cannot, or reminds them when they do; until all picks are made. */
const pickListToDos = (list: PickList, sequence: readonly Pick[]): ToDo[] => {
  const isOver = sequence.length > 0 && sequence.every(({ pickStatus }) => pickStatus === 'DONE')
  return list.players.length > 0 || isOver ? [] : [{ text: 'Make your pick list for the draft', href: '/pick-list' }]
}

/**
 * Whether a keeper is still to be chosen: before the season and the first pick, and as long as the server says
 * nothing else.
 */
const lacksKeeper = (statuses: readonly KeeperStatus[], sequence: readonly Pick[], teamId: number): boolean => {
  const own = statuses.find((status) => status.teamId === teamId)
  return own?.hasKeeper === false && sequence.length === 0 && !statuses.some(({ locked }) => locked)
}

/** There is a choice once the boxes have a player of the team whom it may keep. */
const keeperToDos = (boxes: readonly DraftBox[], teamId: number): ToDo[] =>
  boxes.some(({ players }) => players.some((player) => player.teamId === teamId && !player.boughtLate))
    ? [{ text: 'Choose your keeper', href: '/keepers' }]
    : []

const LATEST = 3

interface Scorer extends RosterItem {
  readonly points: number
  readonly note: string | null | undefined
}

/** The player's part in the team's night; null for none. */
function scorer(item: RosterItem): Scorer | null {
  const { player, rosterEntry } = item
  const own = player.pointsDiffPrevious ?? 0
  // A server of the specification alone does not have what counted.
  const counted = item.pointsDiffPrevious ?? (rosterEntry.sold || rosterEntry.scratched ? 0 : own)
  if (counted) return { ...item, points: counted, note: rosterEntry.sold ? 'sold since' : player.nhlTeam }
  return own && rosterEntry.scratched ? { ...item, points: own, note: 'scratched, does not count' } : null
}

/** Players whose points the last update changed, also those sold since, best first. */
const scorersOf = (items: readonly RosterItem[]): Scorer[] =>
  items.flatMap((item) => scorer(item) ?? []).sort((one, other) => other.points - one.points)

function LastNight({ items, empty }: { readonly items: readonly RosterItem[]; readonly empty: string }) {
  const players = scorersOf(items)
  return (
    <section aria-labelledby="last-night">
      <h2 id="last-night">Last night</h2>
      {players.length === 0 && <p className="muted">{empty}</p>}
      <ul className="list">
        {players.map(({ player, points, note }) => (
          <li key={player.id}>
            <OwnLink className="spread" href={`/players/${player.id}`}>
              <span>
                {player.name} <small>{note}</small>
              </span>
              <span className={changeTone(points) ?? undefined}>{change(points)}</span>
            </OwnLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** My players who have points tonight, best first; not official yet. */
const TonightScorers = ({ played }: { readonly played: readonly Played[] }) => (
  <section aria-labelledby="tonight-scorers">
    <h2 id="tonight-scorers">
      Tonight <ProvisionalMark />
    </h2>
    <ul className="list">
      {played.map(({ line, game }) => (
        <li key={line.playerId}>
          <OwnLink className="spread" href={`/players/${line.playerId}`}>
            <span>
              {line.name} <LiveNote game={game}>{`${stateText(game)} · ${didText(line)}`}</LiveNote>
            </span>
            <Provisional isNew={() => false} tone={line.scratched ? null : changeTone(line.points)}>
              {change(line.points)}
            </Provisional>
          </OwnLink>
        </li>
      ))}
    </ul>
  </section>
)

const ToDoList = ({ toDos }: { readonly toDos: readonly ToDo[] }) => (
  <section className="tone info marked to-do" aria-labelledby="to-do">
    <h2 id="to-do">To do</h2>
    <ul className="list">
      {toDos.map(({ text, href }) => (
        <li key={text}>
          <OwnLink className="spread" href={href}>
            {text}
          </OwnLink>
        </li>
      ))}
    </ul>
  </section>
)

/** Before the season there is nothing to look back on. */
const ComingUp = ({ events }: { readonly events: readonly string[] }) => (
  <section aria-labelledby="coming-up">
    <h2 id="coming-up">Coming up</h2>
    <ul className="list spaced">
      {events.map((event) => (
        <li key={event}>{event}</li>
      ))}
    </ul>
  </section>
)

/** What happened to a member's team, what it needs, and what the others did. Parts below wait for those above. */
export function MemberNews({ teamId }: { readonly teamId: number }) {
  const roster = useQuery(teamPlayers(teamId, true))
  const sold = useQuery(teamPlayers(teamId, false))
  const settings = useQuery(leagueSettings())
  const sequence = useQuery(pickSequence())
  const made = useQuery(trades())
  const changed = useQuery(rosterChanges())
  const cart = useCart(teamId)
  const now = useNow().getTime()
  const league = settings.data ? leagueOfSettings(settings.data) : null
  const isPreseason = league !== null && !seasonHasBegun(league, now)
  const keepers = useQuery({ ...keepersStatus(), enabled: isPreseason })
  const isLacking = keepers.data && sequence.data ? lacksKeeper(keepers.data, sequence.data, teamId) : false
  const boxes = useQuery({ ...keeperBoxes(), enabled: isLacking })
  const hasRoom = useFeature('draft-room') && isPreseason
  const wanted = useQuery({ ...pickList(teamId), enabled: hasRoom })

  const hasTonight = useFeature('tonight')
  const night = useQuery({ ...tonight(), enabled: hasTonight })
  const isNightKnown = !hasTonight || hasLoaded(night)
  const live = livePlayers(night.data)
  const scorers = [...live.values()].filter(({ line }) => line.teamId === teamId && line.points !== 0).sort(bestFirst)

  const items = roster.data ?? []
  const picks = sequence.data ?? []
  const toDos = [
    ...draftToDos(picks, teamId),
    ...(isLacking && boxes.data ? keeperToDos(boxes.data, teamId) : []),
    ...(hasRoom && sequence.data && wanted.data ? pickListToDos(wanted.data, picks) : []),
    ...(league ? lineupToDos(items, teamId, now, league, night.data) : []),
    ...cartToDos(cart, statusSentence(cart, cart.known, now)),
  ]
  const others = [
    ...(made.data ?? []).filter(({ team, correction }) => team.id !== teamId && !correction?.undone).map(tradeLine),
    ...(changed.data ?? [])
      .filter(({ team, correction }) => team.id !== teamId && !correction?.undone)
      // Until then the draft scratches those who do not fit, whatever their teams want.
      .filter(({ changedAt }) => league !== null && seasonHasBegun(league, Date.parse(changedAt)))
      .map(changeLine),
  ]
  const latest = newest(others, LATEST)
  const late = [...(isPreseason ? [keepers] : []), ...(isLacking ? [boxes] : []), ...(hasRoom ? [wanted] : [])]
  const hasRest = [roster, settings, sequence, made, changed, cart.query, ...late].every(hasLoaded)
  return (
    <>
      {isNightKnown && scorers.length > 0 && <TonightScorers played={scorers} />}
      {roster.data && hasLoaded(sold) && isNightKnown && (
        <LastNight
          items={[...items, ...(sold.data ?? [])]}
          empty={
            isPreseason
              ? "Your players' points show up here once the season starts."
              : items.length === 0
                ? 'Your team has no players.'
                : 'No new points for your players.'
          }
        />
      )}
      {hasRest && toDos.length > 0 && <ToDoList toDos={toDos} />}
      {hasRest && league && isPreseason && <ComingUp events={comingUp(league, now)} />}
      {hasRest && (latest.length > 0 || !isPreseason) && (
        <section aria-labelledby="lately">
          <h2 id="lately">Lately</h2>
          {latest.length > 0 ? (
            <LatestList lines={latest} />
          ) : (
            <p className="muted">Other teams' moves will show up here.</p>
          )}
        </section>
      )}
    </>
  )
}
