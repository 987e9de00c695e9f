import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type DraftBox, getDraftBoxes } from '#contract/draft'
import { getPickList, type PickForMe as Mode, PICK_FOR_ME, type WantedPlayer } from '#contract/draft-room'
import type { DraftBoxName } from '#contract/limits'
import { messages } from '#contract/messages'
import { hasFeature, type User } from '#contract/user'
import { plural } from '#rules/words'
import { isOfThisLaunch } from '../../data/call-query.ts'
import { boardOf, lastDrafted, pickSequence } from '../../data/draft.ts'
import { type ChangeList, savePickForMe, usePickList } from '../../data/pick-list.ts'
import { useOnline } from '../../data/use-online.ts'
import { afterPaint, focusPage } from '../../paint/page.ts'
import { MainButton } from '../../ui/buttons.tsx'
import { Section } from '../../ui/card.tsx'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { Loading, lazyScreen } from '../../ui/lazy.tsx'
import { Announcer, Line, Notice } from '../../ui/notice.tsx'
import { NameField, SearchForm } from '../../ui/search/search-form.tsx'
import { Floating } from '../../ui/toast.tsx'
import {
  DataScreen,
  Failure,
  hasLoaded,
  NeedsConnection,
  QueryError,
  QueryResult,
} from '../data-screen/data-screen.tsx'
import { pickOf, shownBoxes, wholeBoard } from '../draft/board.ts'
import {
  asOnBoard,
  boardPlayers,
  filledBoxes,
  freeText,
  type ListedPick,
  nextFromList,
  nextPick,
  toggled,
  wantedOf,
} from '../draft/listed-players.ts'
import { PickFailure, PickQuestion, usePick } from '../draft/pick-question.tsx'
import { isOwnTurn, useIsPaused } from '../draft/turn.ts'
import { byBox, FoundPlayer } from './wanted.tsx'
import { HANDLE_HINT, WantedList } from './wanted-list.tsx'
import '../../ui/form/choice.css'
import './pick-list.css'

// With the form's fields, which most members never open.
const AddOutside = lazyScreen(async () => (await import('./add-outside.tsx')).AddOutside)

/** More are not shown: another letter finds them sooner than scrolling. */
const SHOWN = 20
const none: ReadonlySet<string> = new Set()

const find = (board: readonly DraftBox[], words: string): readonly WantedPlayer[] =>
  words.trim() === ''
    ? []
    : shownBoxes(board, { words, isFreeOnly: true, left: none }).flatMap(({ boxName, players }) =>
        players.map((player) => wantedOf(player, boxName)),
      )

interface AddPlayersProps {
  readonly board: readonly DraftBox[]
  readonly wanted: readonly WantedPlayer[]
  readonly onChange: ChangeList
}

/** Puts players on the list: of all boxes by name, and those in no box by id. */
function AddPlayers({ board, wanted, onChange }: AddPlayersProps) {
  const [words, setWords] = useState('')
  const [isOutside, setOutside] = useState(false)
  const sought = useDeferredValue(words)
  const found = useMemo(() => find(board, sought), [board, sought])
  const ids = useMemo(() => new Set(wanted.map(({ playerId }) => playerId)), [wanted])
  const toggle = (player: WantedPlayer) => onChange((before) => toggled(before, player))
  return (
    <Section className="part" title="Add Players">
      <SearchForm className="fields" label="Free players of all boxes">
        <NameField value={words} onChange={setWords} />
      </SearchForm>
      <Line className="note">
        {sought.trim() === '' ? '' : `${plural(found.length, 'free player')} found.`}
        {found.length > SHOWN && ` The first ${SHOWN} are shown.`}
      </Line>
      <ul className="sheet ruled" aria-label="Found players">
        {found.slice(0, SHOWN).map((player) => (
          <FoundPlayer key={player.playerId} player={player} ids={ids} onToggle={toggle} />
        ))}
      </ul>
      <button className="text-button" type="button" aria-expanded={isOutside} onClick={() => setOutside(!isOutside)}>
        Add an outside player by ID
      </button>
      {isOutside && <AddOutside ids={ids} onToggle={toggle} />}
    </Section>
  )
}

interface DraftNextProps {
  /** Null where no player of the list is left. */
  readonly next: ListedPick | null
  readonly board: readonly DraftBox[]
  readonly teamId: number
}

/** On the team's turn: drafts the list's next player, by the board's own question. */
function DraftNext({ next, board, teamId }: DraftNextProps) {
  const { data: picks = [] } = useQuery(pickSequence())
  const isTurn = isOwnTurn(picks, teamId)
  const last = useQuery({ ...lastDrafted(), enabled: isTurn })
  const isPaused = useIsPaused(true)
  const online = useOnline()
  const pick = usePick({ teamId, forName: null, boxes: board })
  usePreparedConfirm()
  const isMade = pick.madeIn !== null
  // The button that had the focus has gone with the turn.
  useEffect(() => (isMade ? afterPaint(focusPage) : undefined), [isMade])
  return (
    <>
      {next && isTurn && online && !isPaused && (
        <MainButton aria-label={`Draft ${next.player.name}`} onClick={() => pick.askListed(next)}>
          Draft
        </MainButton>
      )}
      {isMade && <Notice kind="success">{messages.drafted}</Notice>}
      <PickFailure pick={pick} />
      <PickQuestion
        pick={pick}
        isTurn={isTurn}
        isPaused={isPaused}
        isOffline={!online}
        boxes={board}
        last={last.data}
        teamId={teamId}
      />
    </>
  )
}

interface NextPickProps {
  readonly board: readonly DraftBox[]
  readonly wanted: readonly WantedPlayer[]
  readonly teamId: number
  /** Board and list are of this launch: the device's own copy may offer a player who is gone. */
  readonly isFresh: boolean
}

const sentence = ({ board, wanted, teamId }: Omit<NextPickProps, 'isFresh'>): string => {
  const pick = nextPick(wanted, board, teamId)
  if (!pick) {
    const isFull = board.every((box) => pickOf(box, teamId))
    return isFull ? 'Your roster is full.' : 'Next: the best undrafted outside player (NP).'
  }
  const known = wanted.find(({ playerId }) => playerId === pick.playerId) ?? boardPlayers(board).get(pick.playerId)
  const who = `${known?.name} (${pick.boxName})`
  if (pick.by === 'list') return `Next from your list: ${who}.`
  const why = wanted.length === 0 ? 'Your list is empty' : 'No one on your list is free and fits an open box'
  return `${why}. Next by points: ${who}, the highest NP in your open boxes.`
}

/** Whom the list would pick now, by the server's own rule; on the team's turn with the button that drafts them. */
const NextPick = ({ board, wanted, teamId, isFresh }: NextPickProps) => {
  const text = useMemo(() => sentence({ board, wanted, teamId }), [board, wanted, teamId])
  const next = useMemo(() => nextFromList(wanted, board, teamId), [wanted, board, teamId])
  return (
    <div className="wrap spread tone info marked next-pick">
      <p>{text}</p>
      <DraftNext next={isFresh ? next : null} board={board} teamId={teamId} />
    </div>
  )
}

const words: Record<Mode, { readonly label: string; readonly means: string }> = {
  off: { label: 'Off', means: 'You make every pick.' },
  timeout: {
    label: 'When my time runs out',
    means: 'If your time runs out, your list picks. Needs a clock.',
  },
  now: { label: 'At once', means: 'Your list picks as soon as it is your turn, without waiting for you.' },
}

/** Whether the server picks for the team, and when. */
function PickForMe({ teamId, mode }: { readonly teamId: number; readonly mode: Mode }) {
  const { mutate, isPending, variables, error, reset } = useMutation(savePickForMe(teamId))
  const chosen = isPending ? variables : mode
  return (
    <fieldset>
      <legend>
        <h2>Pick for me</h2>
      </legend>
      {PICK_FOR_ME.map((each) => (
        <label key={each} className="option">
          <input
            className="choice"
            type="radio"
            name="pick-for-me"
            value={each}
            checked={each === chosen}
            aria-describedby={`pick-for-me-${each}`}
            onChange={() => mutate(each)}
          />
          <span>
            <strong>{words[each].label}</strong>
            <small id={`pick-for-me-${each}`} className="own-line">
              {words[each].means}
            </small>
          </span>
        </label>
      ))}
      <p className="note">
        {chosen === 'off'
          ? "Only you can switch it on. While it's on, everyone sees it on the board."
          : 'Everyone sees on the board that your team picks by list.'}
      </p>
      <Failure isAnswer of={{ error, reset }} />
    </fieldset>
  )
}

const TITLE = 'My Pick List'
const PURPOSE = 'The players your team wants, the most wanted first; only you see it'

const views = { all: 'One list', boxes: 'By box' } as const
type View = keyof typeof views
const isView = (value: string): value is View => value in views

interface ListProps {
  readonly wanted: readonly WantedPlayer[]
  readonly filled: readonly DraftBoxName[]
  readonly onChange: ChangeList
}

function List({ wanted, filled, onChange }: ListProps) {
  const [view, setView] = useState<View>('all')
  const [announcement, announce] = useState('')
  const places = useMemo(() => new Map(wanted.map(({ playerId }, index) => [playerId, index + 1])), [wanted])
  const rest = { filled, places, onChange, onSay: announce }
  return (
    <section aria-labelledby="wanted">
      <div className="wrap spread wanted-head">
        <div className="wrap">
          <h2 id="wanted">Wanted</h2>
          {wanted.length > 0 && <p>{freeText(wanted, filled)}</p>}
        </div>
        <fieldset className="segments">
          <legend className="quiet">Show</legend>
          {Object.entries(views).map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="pick-list-view"
                value={value}
                checked={value === view}
                onChange={() => isView(value) && setView(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </div>
      {wanted.length === 0 && (
        <p className="note">
          No players yet. Add them here, or tap the star beside a name on the board. The list is your order of choice in
          the draft, and it can pick for you when you can't.
        </p>
      )}
      <p className="quiet" id={HANDLE_HINT}>
        Drag, or move by the arrow keys; Home and End lead to the ends.
      </p>
      {view === 'all' ? (
        <WantedList label="Wanted players" players={wanted} {...rest} />
      ) : (
        byBox(wanted).map(({ title, players }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <WantedList label={title} players={players} {...rest} />
          </section>
        ))
      )}
      <Announcer>{announcement}</Announcer>
    </section>
  )
}

function TeamList({ user, teamId }: { readonly user: User; readonly teamId: number }) {
  const { query, players, change, error, reset } = usePickList(teamId)
  const boxes = useQuery(boardOf(user))
  const board = useMemo(() => boxes.data && wholeBoard(boxes.data), [boxes.data])
  const wanted = useMemo(() => (players && board ? asOnBoard(players, boardPlayers(board)) : players), [players, board])
  const filled = useMemo(() => filledBoxes(board ?? [], teamId), [board, teamId])
  const hasBoxes = boxes.data !== undefined && boxes.data.length > 0
  const isFresh = [query, boxes].every(({ dataUpdatedAt }) => isOfThisLaunch(dataUpdatedAt))
  return (
    <DataScreen title={TITLE} line={PURPOSE} queries={[query, boxes]}>
      {boxes.data?.length === 0 && (
        <Notice kind="info">The boxes are not generated yet. The list can be made as soon as they are.</Notice>
      )}
      <QueryResult query={query} failure={getPickList.failure}>
        {({ mode }) =>
          wanted && hasLoaded(boxes) ? (
            <div className="parts inset pick-list">
              <div className="stack">
                {board && hasBoxes && <NextPick board={board} wanted={wanted} teamId={teamId} isFresh={isFresh} />}
                <PickForMe teamId={teamId} mode={mode} />
                {!board && boxes.error && <h2>Add Players</h2>}
                <QueryError query={boxes} sentence={`Error: ${getDraftBoxes.failure}`} />
                {board && hasBoxes && <AddPlayers board={board} wanted={wanted} onChange={change} />}
              </div>
              <List wanted={wanted} filled={filled} onChange={change} />
            </div>
          ) : (
            <Loading />
          )
        }
      </QueryResult>
      {/* Over the page: a row's button may be far from its top. */}
      <Floating className="toast">
        <NeedsConnection>Changes to your list need</NeedsConnection>
        <Failure of={{ error, reset }} />
      </Floating>
    </DataScreen>
  )
}

const None = ({ children }: { readonly children: string }) => (
  <div className="page">
    <h1 tabIndex={-1}>{TITLE}</h1>
    <Notice kind="info">{children}</Notice>
  </div>
)

/** Beyond the specification: the team's private list, by which it can be picked for. */
export function PickListView({ user }: { readonly user: User }) {
  if (!hasFeature(user, 'draft-room')) return <None>This league's server keeps no pick lists.</None>
  if (user.teamId == null) return <None>Only a team has a pick list, and you have no team.</None>
  return <TeamList user={user} teamId={user.teamId} />
}
