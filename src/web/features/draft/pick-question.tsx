import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { DraftBox, DraftBoxPlayer, DraftedPlayer } from '#contract/draft'
import { type DraftBoxName, SUCCESS_CLEARS_AFTER_MS } from '#contract/limits'
import { messages } from '#contract/messages'
import { lastDrafted } from '../../data/draft.ts'
import { DRAFT_OFFLINE, draftFailure, draftForTeam } from '../../data/draft-commands.ts'
import { useIsSeen } from '../../data/send-change.ts'
import { isUnsent, useUnsent } from '../../data/use-unsent.ts'
import { afterPaint } from '../../paint/page.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { CodedText, Notice } from '../../ui/notice.tsx'
import { tick } from '../../ui/tick.ts'
import { focusBox } from '../boxes/boxes.tsx'
import { Failure, failureKind } from '../data-screen/data-screen.tsx'
import { isDrafted, isDraftedBy } from './board.ts'
import type { ListedPick } from './listed-players.ts'
import type { PickingTeam } from './turn.ts'

interface ChosenPlayer extends Pick<DraftBoxPlayer, 'playerId' | 'name' | 'nhlTeam'> {
  /** Not of a box, which is called after it. */
  readonly position?: string | null | undefined
}

/** Asks for a pick; `outsideBox` for a player who is in no box. */
export type AskPick = (player: ChosenPlayer, boxName: string, outsideBox?: DraftBoxName) => void

/** A pick that awaits confirmation, for the team for which it was chosen. */
interface ChosenPick extends PickingTeam {
  readonly player: ChosenPlayer
  readonly boxName: string
  /** Of a player who is in none: the box to draft them into. */
  readonly outsideBox: DraftBoxName | undefined
  /** The last player drafted when it was chosen. */
  readonly lastId: number | undefined
}

interface Picking extends PickingTeam {
  readonly boxes: readonly DraftBox[] | undefined
}

/** A pick: chosen, confirmed, and for a few seconds the one that was just made. */
export function usePick({ teamId, forName, boxes }: Picking) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ChosenPick | null>(null)
  /** The box of the pick that was just made. */
  const [madeIn, setMadeIn] = useState<string | null>(null)
  /** What the form for players in no box says of that pick. */
  const [madeOutside, setMadeOutside] = useState<string | null>(null)
  const isSeen = useIsSeen()
  const { mutate, reset, isPending, error } = useMutation({
    ...draftForTeam(client, teamId ?? 0, isSeen, forName !== null),
    onSuccess: (_, { playerId, box }) => {
      setChosen(null)
      const own = boxes?.find(({ players }) => players.some((player) => player.playerId === playerId))
      setMadeIn(box ?? own?.boxName ?? null)
      if (box && chosen)
        setMadeOutside(messages.draftedOutside.replace('{name}', chosen.player.name).replace('{box}', box))
    },
  })

  useUnsent(isUnsent(error), reset)

  useEffect(() => {
    if (madeIn === null) return
    // The question, which gives the focus back as it goes, has gone by then.
    const cancelFocus = afterPaint(() => focusBox(madeIn))
    const timer = setTimeout(() => {
      setMadeIn(null)
      setMadeOutside(null)
    }, SUCCESS_CLEARS_AFTER_MS)
    return () => {
      cancelFocus()
      clearTimeout(timer)
    }
  }, [madeIn])

  const ask = useCallback<AskPick>(
    (player, boxName, outsideBox) => {
      const lastId = client.getQueryData(lastDrafted().queryKey)?.playerId
      setChosen({ player, boxName, outsideBox, teamId, forName, lastId })
    },
    [client, teamId, forName],
  )
  const askListed = ({ player, boxName }: ListedPick) =>
    ask(player, boxName, player.boxName == null ? boxName : undefined)
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
  const isOnBoard = chosen !== null && isDraftedBy(boxes, chosen.teamId, chosen.player)
  return { question: isOnBoard ? null : chosen, madeIn, madeOutside, error, isPending, ask, askListed, cancel, confirm }
}

/** The state of the draft while the question is open. */
interface Standing {
  /** For which the board is now. */
  readonly teamId: number | null
  readonly isTurn: boolean
  readonly isPaused: boolean
  readonly isOffline: boolean
  readonly boxes: readonly DraftBox[]
  readonly last: DraftedPlayer | null | undefined
}

/** Why the pick is no longer possible, or not now. */
const whyNot = ({ player, boxName, lastId, teamId, forName }: ChosenPick, standing: Standing): string | null => {
  const { isPaused, isOffline, boxes, last } = standing
  const isTurn = standing.isTurn && standing.teamId === teamId
  const now = boxes.find((box) => box.boxName === boxName)?.players.find(({ playerId }) => playerId === player.playerId)
  if (now && isDrafted(now)) return `${now.teamShortName ?? 'Another team'} has drafted ${player.name}.`
  if (isOffline) return DRAFT_OFFLINE
  if (!isTurn && last && last.teamId === teamId && last.playerId !== lastId) {
    return `${last.name} was picked for ${forName ?? 'your team'}: the turn has passed.`
  }
  if (!isTurn) return forName ? `${forName}'s turn has passed.` : 'Your turn has passed.'
  return isPaused ? 'The draft is paused. You can draft when it resumes.' : null
}

/** Why the pick failed, once its question is closed. */
export const PickFailure = ({ pick: { question, error, cancel } }: Pick<PickQuestionProps, 'pick'>) =>
  question === null && (
    <Failure of={{ error, reset: cancel }} text={(failure) => <CodedText text={draftFailure(failure)} />} />
  )

interface PickQuestionProps extends Standing {
  readonly pick: ReturnType<typeof usePick>
}

/** Asks before a pick; the question itself shows what comes in between. */
export function PickQuestion({ pick, ...standing }: PickQuestionProps) {
  const { question, isPending, error } = pick
  if (!question) return null
  const { player, boxName, outsideBox, forName } = question
  const why = isPending ? null : whyNot(question, standing)
  const of = [...(outsideBox ? [player.position || '-'] : []), player.nhlTeam ?? '-'].join(', ')
  const where = `into box ${boxName}${forName ? ` for ${forName}` : ''}`
  return (
    <Confirm
      title={outsideBox ? 'Confirm Draft' : 'Confirm Draft Pick'}
      confirmLabel={isPending ? 'Sending…' : 'Draft'}
      isBusy={isPending}
      isOff={why !== null}
      onCancel={pick.cancel}
      onConfirm={pick.confirm}
    >
      {`Draft ${player.name} (${of}) ${where}?`}
      {why !== null && !error && <Notice kind="warning">{why}</Notice>}
      {error && (
        <Notice kind={failureKind(error)}>
          <CodedText text={draftFailure(error)} />
        </Notice>
      )}
    </Confirm>
  )
}
