import './outside-form.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, memo, useEffect, useState } from 'react'
import { messages } from '#contract/errors'
import { type DraftBoxName, OUTSIDE_DRAFT_BOXES, SUCCESS_CLEARS_AFTER_MS } from '#contract/limits'
import { draftForTeam, outsideSearch } from '../../data/draft-commands.ts'
import { draftFailure, searchFailure } from '../../data/draft-failures.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { CodedText } from '../../ui/notice/coded-text.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { failureKind } from '../data-screen/failure.tsx'

interface OutsideFormProps {
  readonly teamId: number
  readonly isTurn: boolean
}

const boxOf = (text: string): DraftBoxName | null => OUTSIDE_DRAFT_BOXES.find((name) => name === text) ?? null

/** Drafts a player who is in no box: found by id, into a box of the member's choice. */
export const OutsideForm = memo(function OutsideForm({ teamId, isTurn }: OutsideFormProps) {
  const client = useQueryClient()
  const [id, setId] = useState('')
  const [box, setBox] = useState<DraftBoxName | null>(null)
  /** The form's own validation error, before anything is sent. */
  const [complaint, setComplaint] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const search = useMutation(outsideSearch())
  const draft = useMutation(draftForTeam(client, teamId))
  const player = search.data

  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => setDone(null), SUCCESS_CLEARS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done])

  const reset = () => {
    setId('')
    setBox(null)
    setComplaint(null)
    search.reset()
    draft.reset()
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    draft.reset()
    const wanted = id.trim()
    if (wanted === '') return setComplaint(messages.enterPlayerId)
    if (!/^\d{1,10}$/.test(wanted)) return setComplaint(messages.outsideSearchFailed)
    setComplaint(null)
    if (search.isPending) return
    search.mutate(Number(wanted))
  }
  const ask = () => {
    if (draft.isPending) return
    if (!player) return setComplaint(messages.enterPlayerId)
    if (!box) return setComplaint(messages.selectBox)
    if (!isTurn) return setComplaint(messages.notYourTurn)
    setComplaint(null)
    setIsAsking(true)
  }
  const confirm = () => {
    if (!player || !box || draft.isPending) return
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
  const failure = complaint ?? (search.error ? searchFailure(search.error) : draft.error && draftFailure(draft.error))

  return (
    <ChakraGround>
      <section className="outside" aria-labelledby="outside-title">
        <h2 id="outside-title">Draft Outside Players</h2>
        <form className="outside-search" onSubmit={find}>
          <div className="outside-id">
            <TextField
              label="Player ID"
              inputMode="numeric"
              value={id}
              onChange={({ currentTarget }) => setId(currentTarget.value)}
            />
          </div>
          <button className="button" type="submit" aria-busy={search.isPending}>
            Search
          </button>
        </form>
        <div className="outside-fields">
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
        {failure && (
          <Notice kind={complaint ? 'error' : failureKind(search.error ?? draft.error)}>
            <CodedText text={failure} />
          </Notice>
        )}
        {done && <Notice kind="success">{done}</Notice>}
        <div className="outside-buttons">
          <button
            className="button"
            type="button"
            aria-disabled={!player || !box || !isTurn || draft.isPending}
            onClick={ask}
          >
            Draft Player
          </button>
          <button className="button plain" type="button" onClick={reset}>
            Reset
          </button>
        </div>
        {isAsking && player && box && (
          <Confirm
            title="Confirm Draft"
            confirmLabel={draft.isPending ? 'Drafting...' : 'Draft'}
            isBusy={draft.isPending}
            onCancel={() => setIsAsking(false)}
            onConfirm={confirm}
          >
            {`Draft ${player.name} (${player.position ?? '-'}, ${player.nhlTeam ?? '-'}) into box ${box}?`}
          </Confirm>
        )}
      </section>
    </ChakraGround>
  )
})
