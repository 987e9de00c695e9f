import './member-news.css'
import { useQuery } from '@tanstack/react-query'
import type { RosterItem } from '#contract/roster'
import { offers } from '#contract/user'
import { leagueOfSettings } from '#rules/league'
import { useCart } from '../../data/cart.ts'
import { keeperBoxes, keepersStatus, pickSequence } from '../../data/draft.ts'
import { pickList } from '../../data/draft-room.ts'
import { leagueSettings } from '../../data/league.ts'
import { rosterChanges, teamPlayers } from '../../data/roster.ts'
import { tonight } from '../../data/tonight.ts'
import { trades } from '../../data/trading.ts'
import { currentUser } from '../../data/user.ts'
import { change, changeTone } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { useNow } from '../../ui/use-now.ts'
import { statusSentence } from '../cart/status-sentence.ts'
import { hasLoaded } from '../data-screen/query-result.tsx'
import { byDeeds } from '../tonight/by-deeds.ts'
import { LiveNote } from '../tonight/live-note.tsx'
import { livePlayers, type Played } from '../tonight/live-players.ts'
import { didText, stateText } from '../tonight/night-words.ts'
import { Provisional, ProvisionalMark } from '../tonight/provisional.tsx'
import { changeLine, LatestList, newest, tradeLine } from '../transactions/latest.tsx'
import { comingUp } from './coming-up.ts'
import {
  cartToDos,
  draftToDos,
  keeperToDos,
  lacksKeeper,
  lineupToDos,
  pickListToDos,
  seasonHasBegun,
  type ToDo,
} from './to-do.ts'

const LATEST = 3

/** My players whose last update changed their points, best first. */
const moved = (items: readonly RosterItem[]): RosterItem[] =>
  items
    .filter(({ player }) => (player.pointsDiffPrevious ?? 0) !== 0)
    .sort((one, other) => (other.player.pointsDiffPrevious ?? 0) - (one.player.pointsDiffPrevious ?? 0))

function LastNight({ items, empty }: { readonly items: readonly RosterItem[]; readonly empty: string }) {
  const players = moved(items)
  return (
    <section aria-labelledby="last-night">
      <h2 id="last-night">Last night</h2>
      {players.length === 0 && <p className="home-empty">{empty}</p>}
      <ul className="home-list">
        {players.map(({ player, rosterEntry }) => (
          <li key={player.id}>
            <OwnLink href={`/players/${player.id}`}>
              <span>
                {player.name} <small>{rosterEntry.scratched ? 'scratched, does not count' : player.nhlTeam}</small>
              </span>
              <span className={changeTone(player.pointsDiffPrevious) ?? undefined}>
                {change(player.pointsDiffPrevious)}
              </span>
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
    <ul className="home-list">
      {played.map(({ line, game }) => (
        <li key={line.playerId}>
          <OwnLink href={`/players/${line.playerId}`}>
            <span>
              {line.name}{' '}
              <LiveNote className="home-live" game={game}>{`${stateText(game)} · ${didText(line)}`}</LiveNote>
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
  <section className="to-do" aria-labelledby="to-do">
    <h2 id="to-do">To do</h2>
    <ul className="home-list">
      {toDos.map(({ text, href }) => (
        <li key={text}>
          <OwnLink href={href}>{text}</OwnLink>
        </li>
      ))}
    </ul>
  </section>
)

/** Before the season there is nothing to look back on. */
const ComingUp = ({ events }: { readonly events: readonly string[] }) => (
  <section aria-labelledby="coming-up">
    <h2 id="coming-up">Coming up</h2>
    <ul className="home-list coming-up">
      {events.map((event) => (
        <li key={event}>{event}</li>
      ))}
    </ul>
  </section>
)

/** What happened to a member's team, what it needs, and what the others did. Parts below wait for those above. */
export function MemberNews({ teamId }: { readonly teamId: number }) {
  const roster = useQuery(teamPlayers(teamId, true))
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
  const { data: user } = useQuery(currentUser())
  const hasRoom = isPreseason && offers(user, 'draft-room')
  const wanted = useQuery({ ...pickList(teamId), enabled: hasRoom })

  const hasTonight = offers(user, 'tonight')
  const night = useQuery({ ...tonight(), enabled: hasTonight })
  const isNightKnown = !hasTonight || hasLoaded(night)
  const live = livePlayers(night.data)
  const scorers = [...live.values()].filter(({ line }) => line.teamId === teamId && line.points !== 0).sort(byDeeds)

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
      {roster.data && isNightKnown && (
        <LastNight
          items={items}
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
            <p className="home-empty">Other teams' moves will show up here.</p>
          )}
        </section>
      )}
    </>
  )
}
