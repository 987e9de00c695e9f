import type { DraftBox, DraftedPlayer } from '#contract/draft'
import { DRAFT_OFFLINE } from '../../data/draft-commands.ts'
import { draftFailure } from '../../data/draft-failures.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { CodedText } from '../../ui/notice/coded-text.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { failureKind } from '../data-screen/query-result.tsx'
import { isDrafted } from './board.ts'
import type { ChosenPick, usePick } from './use-pick.ts'

/** The state of the draft while the question is open. */
interface Standing {
  readonly isTurn: boolean
  readonly isPaused: boolean
  readonly isOffline: boolean
  readonly boxes: readonly DraftBox[]
  readonly last: DraftedPlayer | null | undefined
  readonly teamId: number | null
  /** The team's name, where an admin picks for it. */
  readonly forName: string | null
}

/** Why the pick is no longer possible, or not now. */
const whyNot = ({ player, boxName, lastId }: ChosenPick, standing: Standing): string | null => {
  const { isTurn, isPaused, isOffline, boxes, last, teamId, forName } = standing
  const now = boxes.find((box) => box.boxName === boxName)?.players.find(({ playerId }) => playerId === player.playerId)
  if (now && isDrafted(now)) return `${now.teamShortName ?? 'Another team'} has drafted ${player.name}.`
  if (isOffline) return DRAFT_OFFLINE
  if (!isTurn && last && last.teamId === teamId && last.playerId !== lastId) {
    return `${last.name} was picked for ${forName ?? 'your team'}: the turn has passed.`
  }
  if (!isTurn) return forName ? `${forName}'s turn has passed.` : 'Your turn has passed.'
  return isPaused ? 'The draft is paused. You can draft when it resumes.' : null
}

interface PickQuestionProps extends Standing {
  readonly pick: ReturnType<typeof usePick>
}

/** Asks before a pick; the question itself shows what comes in between. */
export function PickQuestion({ pick, ...standing }: PickQuestionProps) {
  const { question, isPending, error } = pick
  if (!question) return null
  const { player, boxName } = question
  const { forName } = standing
  const why = isPending ? null : whyNot(question, standing)
  const where = `into box ${boxName}${forName ? ` for ${forName}` : ''}`
  return (
    <Confirm
      title="Confirm Draft Pick"
      confirmLabel={isPending ? 'Sending…' : 'Draft'}
      isBusy={isPending}
      isOff={why !== null}
      onCancel={pick.cancel}
      onConfirm={pick.confirm}
    >
      {`Draft ${player.name} (${player.nhlTeam ?? '-'}) ${where}?`}
      {why !== null && !error && <Notice kind="warning">{why}</Notice>}
      {error && (
        <Notice kind={failureKind(error)}>
          <CodedText text={draftFailure(error)} />
        </Notice>
      )}
    </Confirm>
  )
}
