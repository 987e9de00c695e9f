import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { type DraftBoxPlayer, getKeeperBoxes, keepPlayer } from '#contract/draft'
import { removeKeeper } from '#contract/draft-room'
import { offers, type User } from '#contract/user'
import { keeperBoxes, keeperOf, keepers as keepersQuery, keepersStatus } from '../../data/draft.ts'
import { choiceFailure } from '../../data/draft-failures.ts'
import { chooseKeeper, takeBackKeeper } from '../../data/keeper-commands.ts'
import { useIsSeen } from '../../data/send-change.ts'
import { useConnection } from '../../data/use-connection.ts'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import type { RowState } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { BoxCard, BoxGrid } from '../boxes/boxes.tsx'
import { KeeperBadges } from '../boxes/keeper-badges.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { failureKind } from '../data-screen/failure.tsx'
import { NeedsConnection } from '../data-screen/needs-connection.tsx'
import { hasLoaded, QueryResult } from '../data-screen/query-result.tsx'
import { keeperColumns } from './keeper-columns.tsx'
import { OwnPlayers } from './own-players.tsx'
import './keepers.css'

const PURPOSE = "Sign one player from your previous season's team to keep for the upcoming season"
const keyOf = ({ playerId }: DraftBoxPlayer) => playerId

export function KeepersView({ user }: { readonly user: User }) {
  const client = useQueryClient()
  const teamId = user.teamId ?? null
  const boxes = useQuery(keeperBoxes())
  const status = useQuery(keepersStatus())
  const chosen = useQuery({ ...keepersQuery(teamId ?? 0), enabled: teamId !== null })
  const isSeen = useIsSeen()
  const choose = useMutation(chooseKeeper(client, teamId ?? 0, isSeen))
  const takeBack = useMutation(takeBackKeeper(client, teamId ?? 0, isSeen))
  const [asked, setAsked] = useState<DraftBoxPlayer | null>(null)
  const [isTakingBack, setTakingBack] = useState(false)
  usePreparedConfirm()

  const keeper = keeperOf(chosen.data)
  const keeperId = keeper?.player.playerId ?? null
  // Only as the server announces it: where it does not, its refusal will say so.
  const isLocked = status.data?.some(({ locked }) => locked) ?? false
  // A question names who would be replaced.
  const isKnown = hasLoaded(status) && (teamId === null || hasLoaded(chosen))
  const { online } = useConnection()
  const canChoose = isKnown && !isLocked && online
  const canTakeBack = canChoose && offers(user, 'draft-room')
  const isPending = choose.isPending || takeBack.isPending
  const ask = useCallback(
    (player: DraftBoxPlayer) => {
      if (isPending || player.playerId === keeperId) return
      choose.reset()
      setAsked(player)
    },
    [isPending, keeperId, choose.reset],
  )
  const onKeep = canChoose ? ask : null
  const columns = useMemo(() => keeperColumns({ teamId, keeperId, onKeep }), [teamId, keeperId, onKeep])
  const rowState = useCallback(
    (player: DraftBoxPlayer): RowState => {
      if (player.teamId == null) return null
      return player.teamId === teamId ? 'own' : 'reserved'
    },
    [teamId],
  )
  const confirm = () => {
    if (!asked || isPending) return
    choose.mutate(asked.playerId, { onSuccess: () => setAsked(null) })
  }
  const queries = teamId === null ? [boxes, status] : [boxes, status, chosen]

  return (
    <DataScreen title="Keepers Selection" line={PURPOSE} queries={queries}>
      <div className="keepers-state">
        {teamId !== null && !isLocked && <NeedsConnection>Choosing a keeper needs</NeedsConnection>}
        {status.data && <KeeperBadges statuses={status.data} />}
        {keeper && (
          <p className="own-keeper">
            {`Your keeper: ${keeper.player.name}`}
            {canTakeBack && (
              <button className="button plain" type="button" onClick={() => setTakingBack(true)}>
                No keeper
              </button>
            )}
          </p>
        )}
        {isLocked && chosen.data && !keeper && <p className="own-keeper">Your team has no keeper.</p>}
        {isLocked && <Notice kind="info">The keepers are locked.</Notice>}
        {takeBack.isError && (
          <Notice kind={failureKind(takeBack.error)} onClose={takeBack.reset}>
            {choiceFailure(takeBack.error, removeKeeper)}
          </Notice>
        )}
      </div>
      <QueryResult query={boxes} failure={getKeeperBoxes.failure}>
        {(all) =>
          all.length === 0 ? (
            <Notice kind="info">
              The boxes are not generated yet. Before the draft last season's players are here, and you choose a keeper
              among your own.
            </Notice>
          ) : (
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
        }
      </QueryResult>
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
      {asked && (
        <Confirm
          title="Confirm Keeper Selection"
          confirmLabel={isPending ? 'Sending…' : 'Confirm Keeper'}
          isBusy={isPending}
          onCancel={() => setAsked(null)}
          onConfirm={confirm}
        >
          <p>
            {keeper
              ? `Keep ${asked.name}? He replaces your current keeper, ${keeper.player.name}.`
              : `Keep ${asked.name}? You have no keeper yet.`}
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
