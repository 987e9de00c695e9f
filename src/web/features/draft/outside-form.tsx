import './outside-form.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { errorSentences } from '#contract/errors'
import { type DraftBoxName, OUTSIDE_DRAFT_BOXES, SUCCESS_CLEARS_AFTER_MS } from '#contract/limits'
import { messages } from '#contract/messages'
import { DRAFT_OFFLINE, draftFailure, draftForTeam, outsideSearch, searchFailure } from '../../data/draft-commands.ts'
import { useIsSeen } from '../../data/send-change.ts'
import { useOnline } from '../../data/use-online.ts'
import { isUnsent, useUnsent } from '../../data/use-unsent.ts'
import { MainButton, PlainButton } from '../../ui/buttons.tsx'
import { Section } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { CodedText, Notice } from '../../ui/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { tick } from '../../ui/tick.ts'
import { failureKind } from '../data-screen/data-screen.tsx'
import type { PickingTeam } from './turn.ts'

/** Looks up a player who is in no box, by the id that was typed. */
export function useOutsideSearch() {
  const [id, setId] = useState('')
  /** The form's own validation error, before anything is sent. */
  const [complaint, complain] = useState<string | null>(null)
  const { data: player, error, isPending, mutate, reset } = useMutation(outsideSearch())
  useUnsent(isUnsent(error), reset)
  return {
    id,
    setId,
    player,
    complaint,
    complain,
    error,
    failure: error && searchFailure(error),
    isPending,
    find: () => {
      const wanted = id.trim()
      if (wanted === '') return complain(messages.enterPlayerId)
      if (!/^\d{1,10}$/.test(wanted)) return complain(messages.outsideSearchFailed)
      complain(null)
      if (!isPending) mutate(Number(wanted))
    },
    reset: () => {
      setId('')
      complain(null)
      reset()
    },
  }
}

interface OutsideSearchProps {
  readonly search: ReturnType<typeof useOutsideSearch>
  readonly onFind: () => void
}

export function OutsideSearch({ search: { id, setId, isPending }, onFind }: OutsideSearchProps) {
  const online = useOnline()
  return (
    <form
      className="buttons outside-search"
      onSubmit={(event) => {
        event.preventDefault()
        onFind()
      }}
    >
      <div className="outside-id">
        <TextField label="Player ID" inputMode="numeric" value={id} onType={setId} />
      </div>
      <button className="button" type="submit" aria-busy={isPending} aria-disabled={!online}>
        Search
      </button>
    </form>
  )
}

interface OutsideFormProps extends Pick<PickingTeam, 'forName'> {
  readonly teamId: number
  readonly isTurn: boolean
  readonly isPaused: boolean
  readonly isOffline: boolean
}

const PAUSED = errorSentences.DRAFT_PAUSED

const boxOf = (text: string): DraftBoxName | null => OUTSIDE_DRAFT_BOXES.find((name) => name === text) ?? null

const whyNot = ({ isTurn, isPaused, isOffline }: OutsideFormProps): string | null => {
  if (isOffline) return DRAFT_OFFLINE
  if (!isTurn) return messages.notYourTurn
  return isPaused ? PAUSED : null
}

/** Drafts a player who is in no box: found by id, into a box of the member's choice. */
export const OutsideForm = memo(function OutsideForm(props: OutsideFormProps) {
  const { teamId, forName } = props
  const client = useQueryClient()
  const [box, setBox] = useState<DraftBoxName | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const search = useOutsideSearch()
  const draft = useMutation(draftForTeam(client, teamId, useIsSeen(), forName !== null))
  const { player, complaint, complain } = search

  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => setDone(null), SUCCESS_CLEARS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done])

  const reset = () => {
    setBox(null)
    search.reset()
    draft.reset()
  }
  const find = () => {
    draft.reset()
    search.find()
  }
  const why = whyNot(props)
  useUnsent(isUnsent(draft.error), draft.reset)
  useUnsent(complaint === DRAFT_OFFLINE, () => complain(null))
  const ask = () => {
    if (draft.isPending) return
    if (!player) return complain(messages.enterPlayerId)
    if (!box) return complain(messages.selectBox)
    if (why !== null) return complain(why)
    complain(null)
    setIsAsking(true)
  }
  const confirm = () => {
    if (!player || !box || draft.isPending) return
    tick()
    draft.mutate(
      { playerId: player.id, box },
      {
        onSuccess: () => {
          reset()
          setDone(messages.draftedOutside.replace('{name}', player.name).replace('{box}', box))
        },
        onSettled: () => setIsAsking(false),
      },
    )
  }
  const failure = complaint ?? search.failure ?? (draft.error && draftFailure(draft.error))

  return (
    <ChakraGround>
      <Section className="inset part stack outside" title="Draft Outside Players">
        <OutsideSearch search={search} onFind={find} />
        {failure && (
          <Notice kind={complaint ? 'error' : failureKind(search.error ?? draft.error)}>
            <CodedText text={failure} />
          </Notice>
        )}
        <div className="fields">
          <TextField label="Player Name" isFixed value={player?.name ?? ''} />
          <TextField label="Position" isFixed value={player?.position ?? ''} />
          <TextField label="NHL Team" isFixed value={player?.nhlTeam ?? ''} />
          <SelectField label="Draft Box" value={box ?? ''} onChoose={(chosen) => setBox(boxOf(chosen))}>
            <option value="">Select a box...</option>
            {OUTSIDE_DRAFT_BOXES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </div>
        {done && <Notice kind="success">{done}</Notice>}
        <div className="buttons">
          <MainButton aria-disabled={!player || !box || why !== null || draft.isPending} onClick={ask}>
            Draft Player
          </MainButton>
          <PlainButton onClick={reset}>Reset</PlainButton>
        </div>
        {isAsking && player && box && (
          <Confirm
            title="Confirm Draft"
            confirmLabel={draft.isPending ? 'Sending…' : 'Draft'}
            isBusy={draft.isPending}
            isOff={why !== null && !draft.isPending}
            onCancel={() => setIsAsking(false)}
            onConfirm={confirm}
          >
            {`Draft ${player.name} (${player.position ?? '-'}, ${player.nhlTeam ?? '-'}) into box ${box}${forName ? ` for ${forName}` : ''}?`}
            {why !== null && !draft.isPending && <Notice kind="warning">{why}</Notice>}
          </Confirm>
        )}
      </Section>
    </ChakraGround>
  )
})
