import { mutationOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { type DraftBox, type DraftBoxPlayer, getKeeperBoxes, keepPlayer } from '#contract/draft'
import { removeKeeper } from '#contract/draft-room'
import { hasFeature, type User } from '#contract/user'
import { listed } from '#rules/words'
import { keeperBoxes, keeperOf, keepers, keepersStatus } from '../../data/draft.ts'
import { choiceFailure } from '../../data/draft-commands.ts'
import { sendChange, useIsSeen } from '../../data/send-change.ts'
import { useOnline } from '../../data/use-online.ts'
import { isUnsent, useUnsent } from '../../data/use-unsent.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { Loading } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { buttons, type Column, type Columns, type RowState, text } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import { Floating } from '../../ui/toast.tsx'
import { BoxCard, BoxGrid, formColumns, nameColumn, nhlColumn, rankColumn, teamColumn } from '../boxes/boxes.tsx'
import { KeeperBadges } from '../boxes/keeper-badges.tsx'
import {
  DataScreen,
  Failure,
  failureKind,
  hasLoaded,
  NeedsConnection,
  QueryResult,
} from '../data-screen/data-screen.tsx'
import '../../ui/form/choice.css'
import './keepers.css'

interface KeeperChoice {
  readonly teamId: number | null
  readonly keeperId: number | null
  /** Null once the keepers are locked, and offline. */
  readonly onKeep: ((player: DraftBoxPlayer) => void) | null
}

/** A player of the viewer's team, with the box that they are in. */
interface Candidate extends DraftBoxPlayer {
  readonly boxName: string
}

interface KeepRadioProps extends Omit<KeeperChoice, 'teamId'> {
  readonly player: DraftBoxPlayer
  /** Radios of one group allow one choice: the list and the boxes show the same one twice. */
  readonly group: string
  readonly name: string
}

const KeepRadio = ({ player, group, name, keeperId, onKeep }: KeepRadioProps) => (
  <label className="keep">
    <input
      className="choice"
      type="radio"
      name={group}
      aria-label={name}
      checked={player.playerId === keeperId}
      disabled={onKeep === null || player.boughtLate === true}
      onChange={() => onKeep?.(player)}
    />
  </label>
)

const keepColumn = <Row extends DraftBoxPlayer>(cell: (player: Row) => ReactNode): Column<Row> =>
  buttons('keep', 'Keep', '3rem', cell, { place: 'act' })

/** Only the rows of the viewer's team have a radio. */
const keeperColumns = ({ teamId, ...choice }: KeeperChoice): Columns<DraftBoxPlayer> => [
  rankColumn,
  nameColumn,
  nhlColumn,
  ...formColumns,
  teamColumn,
  keepColumn(
    (player) =>
      teamId !== null &&
      player.teamId === teamId && <KeepRadio player={player} group="keeper" name={`Keep ${player.name}`} {...choice} />,
  ),
]

/** Of the viewer's players alone: the figures by which one is chosen. */
const candidateColumns = (choice: Omit<KeeperChoice, 'teamId'>): Columns<Candidate> => [
  nameColumn,
  text('box', 'Box', '4rem', ({ boxName }) => boxName),
  ...formColumns.filter(({ key }) => key !== 'gamesPlayed').map((column) => ({ ...column, width: '3.25rem' })),
  keepColumn((player) => (
    <KeepRadio player={player} group="own-keeper" name={`Keep ${player.name} of box ${player.boxName}`} {...choice} />
  )),
]

/**
 * Chooses a keeper, or, beyond the specification, takes the choice back. The answer is the team's current keepers;
 * boxes and status are refetched (spec, section 4).
 */
const changeKeeper = (
  client: QueryClient,
  call: typeof keepPlayer | typeof removeKeeper,
  teamId: number,
  isSeen: () => boolean,
) =>
  mutationOptions({
    mutationFn: (playerId: number) =>
      sendChange(client, call, { params: { teamId, playerId } }, { isSeen, place: 'Keepers' }),
    onSuccess: (chosen) => client.setQueryData(keepers(teamId).queryKey, chosen),
    onSettled: async () => {
      await Promise.all(
        [['keepers', teamId], ['keeper-boxes'], ['keepers-status']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
    },
  })

const best = ({ normalizedPoints }: Candidate): number => normalizedPoints ?? Number.NEGATIVE_INFINITY

/** The team's players of all boxes, the highest NP first; those without one last. */
const candidatesOf = (boxes: readonly DraftBox[], teamId: number): Candidate[] =>
  boxes
    .flatMap(({ boxName, players }) =>
      players.filter((player) => player.teamId === teamId).map((player) => ({ ...player, boxName })),
    )
    .sort((one, other) => best(other) - best(one) || one.name.localeCompare(other.name))

interface OwnPlayersProps {
  readonly boxes: readonly DraftBox[]
  readonly teamId: number
  readonly keeperId: number | null
  readonly onKeep: ((player: DraftBoxPlayer) => void) | null
}

/** Those whom the viewer can choose among, who are otherwise spread over all boxes. */
function OwnPlayers({ boxes, teamId, keeperId, onKeep }: OwnPlayersProps) {
  const candidates = useMemo(() => candidatesOf(boxes, teamId), [boxes, teamId])
  const columns = useMemo(() => candidateColumns({ keeperId, onKeep }), [keeperId, onKeep])
  if (candidates.length === 0) return null
  const late = candidates.filter(({ boughtLate }) => boughtLate).map(({ name }) => name)
  const title = `Your players (${candidates.length})`
  return (
    <section className="part own-players" aria-label={title}>
      <h2>{title}</h2>
      {late.length > 0 && <p>{`Bought after the last day for keepers: ${listed(late)}.`}</p>}
      <Table label={title} columns={columns} rows={candidates} rowKey={({ playerId }) => playerId} />
    </section>
  )
}

const PURPOSE = "Sign one player from your previous season's team to keep for the upcoming season"
const keyOf = ({ playerId }: DraftBoxPlayer) => playerId

export function KeepersView({ user }: { readonly user: User }) {
  const client = useQueryClient()
  const teamId = user.teamId ?? null
  const boxes = useQuery(keeperBoxes())
  const status = useQuery(keepersStatus())
  const chosen = useQuery({ ...keepers(teamId ?? 0), enabled: teamId !== null })
  const isSeen = useIsSeen()
  const choose = useMutation(changeKeeper(client, keepPlayer, teamId ?? 0, isSeen))
  const takeBack = useMutation(changeKeeper(client, removeKeeper, teamId ?? 0, isSeen))
  useUnsent(isUnsent(choose.error), choose.reset)
  const [candidate, setCandidate] = useState<DraftBoxPlayer | null>(null)
  const [isTakingBack, setTakingBack] = useState(false)
  usePreparedConfirm()

  const keeper = keeperOf(chosen.data)
  const keeperId = keeper?.player.playerId ?? null
  // Only as the server announces it: where it does not, its refusal will say so.
  const isLocked = status.data?.some(({ locked }) => locked) ?? false
  const queries = teamId === null ? [boxes, status] : [boxes, status, chosen]
  // All at once: nothing that comes later pushes the rest down. And a question names who would be replaced.
  const isKnown = queries.every(hasLoaded)
  const online = useOnline()
  const canChoose = isKnown && !isLocked && online
  const canTakeBack = canChoose && hasFeature(user, 'draft-room')
  const isPending = choose.isPending || takeBack.isPending
  const ask = useCallback(
    (player: DraftBoxPlayer) => {
      if (isPending || player.playerId === keeperId) return
      choose.reset()
      setCandidate(player)
    },
    [isPending, keeperId, choose.reset],
  )
  const onKeep = canChoose ? ask : null
  const columns = useMemo(() => keeperColumns({ teamId, keeperId, onKeep }), [teamId, keeperId, onKeep])
  const rowState = (player: DraftBoxPlayer): RowState => {
    if (player.teamId == null) return null
    return player.teamId === teamId ? 'own' : 'reserved'
  }
  const confirm = () => {
    if (!candidate || isPending) return
    choose.mutate(candidate.playerId, { onSuccess: () => setCandidate(null) })
  }

  return (
    <DataScreen title="Keepers Selection" line={PURPOSE} queries={queries}>
      <div className="parts keepers">
        {isKnown && (
          <div className="stack inset">
            {status.data && <KeeperBadges statuses={status.data} />}
            {keeper && (
              <p className="wrap spread">
                <strong>{`Your keeper: ${keeper.player.name}`}</strong>
                {canTakeBack && <PlainButton onClick={() => setTakingBack(true)}>No keeper</PlainButton>}
              </p>
            )}
            {isLocked && chosen.data && !keeper && <strong>Your team has no keeper.</strong>}
            {isLocked && <Notice kind="info">The keepers are locked.</Notice>}
            <Failure isAnswer of={takeBack} text={(error) => choiceFailure(error, removeKeeper)} />
          </div>
        )}
        <QueryResult query={boxes} failure={getKeeperBoxes.failure}>
          {(all) => {
            if (!isKnown) return <Loading />
            if (all.length === 0)
              return (
                <Notice kind="info">
                  The boxes are not generated yet. Before the draft last season's players are here, and you choose a
                  keeper among your own.
                </Notice>
              )
            return (
              <>
                {teamId !== null && <OwnPlayers boxes={all} teamId={teamId} keeperId={keeperId} onKeep={onKeep} />}
                <BoxGrid boxes={all.filter(({ players }) => players.length > 0)}>
                  {({ boxName, players }) => (
                    <BoxCard key={boxName} name={boxName} rows={players.length}>
                      <Table
                        label={`Box ${boxName}`}
                        columns={columns}
                        rows={players}
                        rowKey={keyOf}
                        rowState={rowState}
                      />
                    </BoxCard>
                  )}
                </BoxGrid>
              </>
            )
          }}
        </QueryResult>
      </div>
      {teamId !== null && !isLocked && (
        <Floating className="toast">
          <NeedsConnection>Choosing a keeper needs</NeedsConnection>
        </Floating>
      )}
      {isTakingBack && keeper && (
        <Confirm
          title="No Keeper"
          confirmLabel={isPending ? 'Sending…' : 'No keeper'}
          isBusy={isPending}
          onCancel={() => setTakingBack(false)}
          onConfirm={() => {
            if (!isPending) takeBack.mutate(keeper.player.playerId, { onSettled: () => setTakingBack(false) })
          }}
        >
          {`${keeper.player.name} goes into the draft like everyone else, unless you choose a keeper before the lock.`}
        </Confirm>
      )}
      {candidate && (
        <Confirm
          title="Confirm Keeper Selection"
          confirmLabel={isPending ? 'Sending…' : 'Confirm Keeper'}
          isBusy={isPending}
          onCancel={() => setCandidate(null)}
          onConfirm={confirm}
        >
          <p>
            {keeper
              ? `Keep ${candidate.name}? He replaces your current keeper, ${keeper.player.name}.`
              : `Keep ${candidate.name}? You have no keeper yet.`}
          </p>
          {/* Here, since the player may be far down the page. */}
          {choose.isError && (
            <Notice kind={failureKind(choose.error)}>{choiceFailure(choose.error, keepPlayer)}</Notice>
          )}
        </Confirm>
      )}
    </DataScreen>
  )
}
