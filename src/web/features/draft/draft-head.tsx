import { memo, useEffect, useMemo, useRef } from 'react'
import type { DraftedPlayer, Pick } from '#contract/draft'
import { afterPaint } from '../../paint/page.ts'
import { useFirstFrame } from '../../ui/first-paint.ts'
import { Line } from '../../ui/notice.tsx'
import { clockText } from '../../ui/time/relative-time.ts'
import { publishHeight } from '../../ui/viewport.ts'
import { isOwnTurn, pickColour, pickWords, turnNotice } from './turn.ts'
import { TurnClock } from './turn-clock.tsx'
import './pick.css'

/** Beside a team whose list may pick for it, for all to see. */
const ByList = () => (
  <span className="by-list">
    <span aria-hidden="true">{'\u2261'}</span>
    <span className="quiet by-list-words">picks by list</span>
  </span>
)

const lettersOf = ({ teamShortName, draftBox, name }: DraftedPlayer): number =>
  `${teamShortName} ${draftBox} ${name}`.length

interface LastDraftedProps {
  /** Null before the first pick, undefined while it is not known. */
  readonly last: DraftedPlayer | null | undefined
}

/** The strip with the latest pick; announced to screen readers. */
const LastDrafted = ({ last }: LastDraftedProps) => (
  <div className="beside last-drafted" aria-live="polite" aria-atomic="true">
    <h2>Last Drafted Player</h2>
    {last ? (
      <p className="beside">
        <span className="last-pick" style={{ '--letters': lettersOf(last) }}>
          <span>{last.teamShortName}</span> <span>{last.draftBox}</span> <span>{last.name}</span>
        </span>{' '}
        <span className="last-more">
          {last.position ?? '-'} {last.nhlTeam ?? '-'}{' '}
          <time dateTime={last.draftedAt}>{clockText(new Date(last.draftedAt))}</time>
        </span>
      </p>
    ) : (
      <p>{last === null ? 'No one yet' : '-'}</p>
    )}
  </div>
)

interface DraftHeadProps {
  readonly picks: readonly Pick[]
  /** There are none yet, as the server says. */
  readonly isEmpty: boolean
  /** The viewer's team. */
  readonly teamId: number | null | undefined
  readonly last: DraftedPlayer | null | undefined
  /** The server has a clock, and shows who picks by list. */
  readonly hasRoom: boolean
  /** The teams that pick by list; the same array as long as they are the same. */
  readonly listPickers: readonly number[]
}

/** Scrolls the active pick into view, a third from the left, whenever the turn moves on. */
function useFollowedTurn(active: number | undefined) {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const follow = () => {
      const badge = strip.current?.querySelector(`[data-nr="${active}"]`)
      if (!strip.current || !badge) return
      const { left, width } = strip.current.getBoundingClientRect()
      strip.current.scrollLeft += badge.getBoundingClientRect().left - left - width / 3
    }
    // Measured after the paint, which has laid the page out anyway.
    return afterPaint(follow)
  }, [active])
  return strip
}

const headHeight = publishHeight('--pool-draft-head')

interface RoundProps {
  readonly round: number
  readonly picks: readonly Pick[]
  readonly isDrawn: boolean
  readonly teamId: number | null | undefined
  readonly listPickers: readonly number[]
}

const roundsOf = (picks: readonly Pick[]): ReadonlyMap<number, readonly Pick[]> => {
  const rounds = new Map<number, Pick[]>()
  for (const pick of picks) rounds.set(pick.round, [...(rounds.get(pick.round) ?? []), pick])
  return rounds
}

const sameRound = (one: RoundProps, other: RoundProps): boolean =>
  one.teamId === other.teamId &&
  one.isDrawn === other.isDrawn &&
  one.listPickers === other.listPickers &&
  one.picks.length === other.picks.length &&
  one.picks.every((pick, index) => pick === other.picks[index])

/** Memoised by its picks: a turn changes two of some 264. */
const Round = memo(function Round({ round, picks, isDrawn, teamId, listPickers }: RoundProps) {
  return (
    <li className="round" style={{ '--picks': picks.length }}>
      {isDrawn && (
        <ol aria-label={`Round ${round}`}>
          {picks.map((pick) => (
            <li
              key={pick.sequenceNr}
              data-nr={pick.sequenceNr}
              className={pick.teamId === teamId ? `pick own ${pickColour(pick)}` : `pick ${pickColour(pick)}`}
              aria-current={pick.pickStatus === 'ACTIVE' ? 'step' : undefined}
            >
              <span className="pick-nr">{pick.sequenceNr}</span> {pick.teamShortName}
              <span className="quiet">, {pickWords(pick)}</span>
              {listPickers.includes(pick.teamId) && pick.pickStatus !== 'DONE' && <ByList />}
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}, sameRound)

/** Stays at the top, large enough to be read from across the room. */
export const DraftHead = memo(function DraftHead(props: DraftHeadProps) {
  const { picks, isEmpty, teamId, last, hasRoom, listPickers } = props
  const turn = picks.find(({ pickStatus }) => pickStatus === 'ACTIVE')
  const strip = useFollowedTurn(turn?.sequenceNr)
  const rounds = useMemo(() => [...roundsOf(picks)], [picks])
  const isFirst = useFirstFrame()
  const notice = turnNotice(picks, teamId)
  return (
    <section
      ref={headHeight}
      className={isOwnTurn(picks, teamId) ? 'draft-head active' : 'draft-head'}
      aria-labelledby="draft-title"
    >
      <div className="draft-head-inner">
        <div className="beside sequence-line">
          <h1 id="draft-title" tabIndex={-1}>
            Draft Pick Sequence
          </h1>
          {isEmpty && <p className="picks-empty">The pick order will appear here.</p>}
          {picks.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <section className="scroller fading picks" ref={strip} aria-label="Picks" tabIndex={0}>
              <ol>
                {rounds.map(([round, own], index) => (
                  // The first frame draws the first round and the active one; the others only reserve their space.
                  <Round
                    key={round}
                    round={round}
                    picks={own}
                    isDrawn={!isFirst || index === 0 || round === turn?.round}
                    teamId={teamId}
                    listPickers={listPickers}
                  />
                ))}
              </ol>
            </section>
          )}
          {hasRoom && <TurnClock />}
        </div>
        <Line className={notice ? `turn ${notice.kind}` : 'turn'}>
          {notice?.text}
          {notice?.kind === 'info' && turn && listPickers.includes(turn.teamId) && <ByList />}
        </Line>
        <LastDrafted last={last} />
      </div>
    </section>
  )
})
