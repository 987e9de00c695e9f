import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import { type DraftBoxName, SUCCESS_CLEARS_AFTER_MS } from '#contract/limits'
import { lastDrafted } from '../../data/draft.ts'
import { draftForTeam } from '../../data/draft-commands.ts'
import { useIsSeen } from '../../data/send-change.ts'
import { afterPaint } from '../../paint/after-paint.ts'
import { tick } from '../../ui/tick.ts'
import { focusBox } from '../boxes/boxes.tsx'
import { isDraftedBy } from './board.ts'
import type { ListedPick } from './next-pick.ts'

/** A pick that awaits confirmation. */
export interface ChosenPick {
  readonly player: Pick<DraftBoxPlayer, 'playerId' | 'name' | 'nhlTeam'>
  readonly boxName: string
  /** Of a player who is in none: the box to draft them into. */
  readonly outsideBox?: DraftBoxName
  /** The last player drafted when it was chosen. */
  readonly lastId: number | undefined
}

interface Picking {
  /** For which the pick is. */
  readonly teamId: number | null | undefined
  readonly isByAdmin: boolean
  readonly boxes: readonly DraftBox[] | undefined
}

/** A pick: chosen, confirmed, and for a few seconds the one that was just made. */
export function usePick({ teamId, isByAdmin, boxes }: Picking) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ChosenPick | null>(null)
  /** The box of the pick that was just made. */
  const [madeIn, setMadeIn] = useState<string | null>(null)
  const isSeen = useIsSeen()
  const { mutate, reset, isPending, error } = useMutation({
    ...draftForTeam(client, teamId ?? 0, isSeen, isByAdmin),
    onSuccess: (_, { playerId, box }) => {
      setChosen(null)
      const own = boxes?.find(({ players }) => players.some((player) => player.playerId === playerId))
      setMadeIn(box ?? own?.boxName ?? null)
    },
  })

  useEffect(() => {
    if (madeIn === null) return
    // The question, which gives the focus back as it goes, has gone by then.
    const cancelFocus = afterPaint(() => focusBox(madeIn))
    const timer = setTimeout(() => setMadeIn(null), SUCCESS_CLEARS_AFTER_MS)
    return () => {
      cancelFocus()
      clearTimeout(timer)
    }
  }, [madeIn])

  const lastId = useCallback(() => client.getQueryData(lastDrafted().queryKey)?.playerId, [client])
  const ask = useCallback(
    (player: DraftBoxPlayer, boxName: string) => setChosen({ player, boxName, lastId: lastId() }),
    [lastId],
  )
  const askListed = useCallback(
    ({ player, boxName }: ListedPick) =>
      setChosen({ player, boxName, lastId: lastId(), ...(player.boxName == null && { outsideBox: boxName }) }),
    [lastId],
  )
  const cancel = () => {
    setChosen(null)
    if (error) reset()
  }
  const confirm = () => {
    if (!chosen || isPending) return
    tick()
    mutate({ playerId: chosen.player.playerId, box: chosen.outsideBox })
  }
  // The question closes in the frame in which the board has the pick, whichever of message and answer came first.
  const isOnBoard = chosen !== null && isDraftedBy(boxes, teamId, chosen.player)
  return { question: isOnBoard ? null : chosen, madeIn, error, isPending, ask, askListed, cancel, confirm }
}
