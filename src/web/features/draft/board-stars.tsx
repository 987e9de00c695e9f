import './board-stars.css'
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import { usePickList } from '../../data/pick-list.ts'
import { type Observable, observable } from '../../offline/observable.ts'
import { afterPaint } from '../../paint/page.ts'
import { Failure, type FailureProps } from '../data-screen/data-screen.tsx'
import { toggled, wantedOf } from './listed-players.ts'

interface StarButtonProps {
  readonly name: string
  readonly isOn: boolean
  readonly onPress: () => void
}

/** Puts a player at the end of the team's list, or takes them off it. */
export const StarButton = ({ name, isOn, onPress }: StarButtonProps) => (
  <button
    className="icon-button muted star"
    type="button"
    aria-label={`Want ${name}`}
    aria-pressed={isOn}
    onClick={onPress}
  >
    <svg className="line-icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d="m10 2.2 2.4 5 5.4.7-4 3.8 1 5.5-4.8-2.7-4.8 2.7 1-5.5-4-3.8 5.4-.7z" />
    </svg>
  </button>
)

interface Stars {
  /** Whom the team wants. Each star subscribes: a change draws one star and no row. */
  readonly wanted: Observable<ReadonlySet<number>>
  readonly onToggle: (player: DraftBoxPlayer) => void
}

/** Null while there is no list to put anybody on. */
const StarsContext = createContext<Stars | null>(null)

const FailureContext = createContext<FailureProps['of'] | null>(null)

/** Why the list was not changed: over the page, since the star may be far down the board. */
export const StarFailure = () => {
  const failure = useContext(FailureContext)
  return failure && <Failure of={failure} />
}

const SubscribedStar = ({ player, stars }: { readonly player: DraftBoxPlayer; readonly stars: Stars }) => {
  const { wanted, onToggle } = stars
  const isOn = useSyncExternalStore(wanted.subscribe, () => wanted.get().has(player.playerId))
  return <StarButton name={player.name} isOn={isOn} onPress={() => onToggle(player)} />
}

/** Puts a player of the board on the team's list. */
export const BoardStar = ({ player }: { readonly player: DraftBoxPlayer }) => {
  const stars = useContext(StarsContext)
  return stars && <SubscribedStar player={player} stars={stars} />
}

interface TeamStarsProps {
  readonly teamId: number
  /** The draft is over. */
  readonly isOver: boolean
  readonly board: readonly DraftBox[]
  readonly children: ReactNode
}

function TeamStars({ teamId, isOver, board, children }: TeamStarsProps) {
  const { players, change, error, reset } = usePickList(teamId)
  const [wanted] = useState(() => observable<ReadonlySet<number>>(new Set()))
  const boxes = useRef(board)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    boxes.current = board
  }, [board])
  useEffect(() => {
    if (players) wanted.set(new Set(players.map(({ playerId }) => playerId)))
  }, [players, wanted])
  const isKnown = players !== undefined
  // Hundreds of buttons: not before the board, and without keeping a tap waiting.
  useEffect(() => afterPaint(() => startTransition(() => setShown(isKnown))), [isKnown])
  const stars = useMemo<Stars>(
    () => ({
      wanted,
      onToggle: (player) => {
        const box = boxes.current.find(({ players: own }) => own.some(({ playerId }) => playerId === player.playerId))
        if (box) change((before) => toggled(before, wantedOf(player, box.boxName)))
      },
    }),
    [wanted, change],
  )
  const failure = useMemo(() => ({ error, reset }), [error, reset])
  return (
    <StarsContext value={isShown && !isOver ? stars : null}>
      <FailureContext value={failure}>{children}</FailureContext>
    </StarsContext>
  )
}

interface BoardStarsProps extends Omit<TeamStarsProps, 'teamId'> {
  /** Null where there are no lists, or no team to have one. */
  readonly teamId: number | null
}

/** Gives the board's rows their stars, once the board is painted and the list is known. */
export const BoardStars = ({ teamId, ...props }: BoardStarsProps) =>
  teamId === null ? props.children : <TeamStars teamId={teamId} {...props} />
