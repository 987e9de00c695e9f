import './pick-list.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { getDraftBoxes } from '#contract/draft'
import { getPickList, type WantedPlayer } from '#contract/draft-room'
import { offers, type User } from '#contract/user'
import { boardOf } from '../../data/draft.ts'
import { isOfThisLaunch } from '../../data/of-this-launch.ts'
import { type ChangeList, usePickList } from '../../data/use-pick-list.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { failureKind, QueryError } from '../data-screen/failure.tsx'
import { NeedsConnection } from '../data-screen/needs-connection.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { wholeBoard } from '../draft/board.ts'
import { asOnBoard, boardPlayers, freeText } from '../draft/listed-players.ts'
import { AddPlayers } from './add-players.tsx'
import { NextPick } from './next-pick.tsx'
import { PickForMe } from './pick-for-me.tsx'
import { byBox } from './wanted.ts'
import { WantedList } from './wanted-list.tsx'
import { HANDLE_HINT } from './wanted-row.tsx'

const TITLE = 'My Pick List'
const PURPOSE = 'The players your team wants, the most wanted first; only you see it'

const views = { all: 'One list', boxes: 'By box' } as const
type View = keyof typeof views
const isView = (value: string): value is View => value in views

interface ListProps {
  readonly wanted: readonly WantedPlayer[]
  readonly onChange: ChangeList
}

function List({ wanted, onChange }: ListProps) {
  const [view, setView] = useState<View>('all')
  const [said, say] = useState('')
  const places = useMemo(() => new Map(wanted.map(({ playerId }, index) => [playerId, index + 1])), [wanted])
  const rest = { places, onChange, onSay: say }
  return (
    <section className="pick-list-part" aria-labelledby="wanted">
      <div className="wanted-head">
        <h2 id="wanted">Wanted</h2>
        {wanted.length > 0 && <p>{freeText(wanted)}</p>}
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
        <p className="pick-list-quiet">
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
      <p className="quiet" role="status">
        {said}
      </p>
    </section>
  )
}

function TeamList({ user, teamId }: { readonly user: User; readonly teamId: number }) {
  const { query, players, change, error, reset } = usePickList(teamId)
  const boxes = useQuery(boardOf(user))
  const board = useMemo(() => boxes.data && wholeBoard(boxes.data), [boxes.data])
  const wanted = useMemo(() => (players && board ? asOnBoard(players, boardPlayers(board)) : players), [players, board])
  const hasBoxes = boxes.data !== undefined && boxes.data.length > 0
  const isFresh = [query, boxes].every(({ dataUpdatedAt }) => isOfThisLaunch(dataUpdatedAt))
  return (
    <DataScreen title={TITLE} line={PURPOSE} queries={[query, boxes]}>
      <NeedsConnection>Changes to your list need</NeedsConnection>
      {error && (
        <Notice kind={failureKind(error)} onClose={reset}>
          {error.message}
        </Notice>
      )}
      {boxes.data?.length === 0 && (
        <Notice kind="info">The boxes are not generated yet. The list can be made as soon as they are.</Notice>
      )}
      <QueryResult query={query} failure={getPickList.failure}>
        {({ mode }) =>
          wanted && (
            <div className="pick-list">
              <div className="pick-list-side">
                {board && hasBoxes && <NextPick board={board} wanted={wanted} teamId={teamId} isFresh={isFresh} />}
                <PickForMe teamId={teamId} mode={mode} />
                {!board && boxes.error && <h2>Add Players</h2>}
                <QueryError query={boxes} sentence={`Error: ${getDraftBoxes.failure}`} />
                {board && hasBoxes && <AddPlayers board={board} wanted={wanted} onChange={change} />}
              </div>
              <List wanted={wanted} onChange={change} />
            </div>
          )
        }
      </QueryResult>
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
  if (!offers(user, 'draft-room')) return <None>This league's server keeps no pick lists.</None>
  if (user.teamId == null) return <None>Only a team has a pick list, and you have no team.</None>
  return <TeamList user={user} teamId={user.teamId} />
}
