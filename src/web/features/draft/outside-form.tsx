import './outside-form.css'
import { useMutation } from '@tanstack/react-query'
import { memo, useEffect, useEffectEvent, useState } from 'react'
import { errorSentences } from '#contract/errors'
import { type DraftBoxName, OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import { messages } from '#contract/messages'
import { DRAFT_OFFLINE, outsideSearch, searchFailure } from '../../data/draft-commands.ts'
import { useOnline } from '../../data/use-online.ts'
import { isUnsent, useUnsent } from '../../data/use-unsent.ts'
import { MainButton, PlainButton } from '../../ui/buttons.tsx'
import { Section } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { CodedText, Notice } from '../../ui/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { failureKind } from '../data-screen/data-screen.tsx'
import type { AskPick } from './pick-question.tsx'

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

interface OutsideFormProps {
  readonly isTurn: boolean
  readonly isPaused: boolean
  readonly isOffline: boolean
  /** What there is to say of the pick that was just made. */
  readonly made: string | null
  readonly onAsk: AskPick
}

const boxOf = (text: string): DraftBoxName | null => OUTSIDE_DRAFT_BOXES.find((name) => name === text) ?? null

const whyNot = ({ isTurn, isPaused, isOffline }: OutsideFormProps): string | null => {
  if (isOffline) return DRAFT_OFFLINE
  if (!isTurn) return messages.notYourTurn
  return isPaused ? errorSentences.DRAFT_PAUSED : null
}

/** Drafts a player who is in no box: found by id, into a box of the member's choice. */
export const OutsideForm = memo(function OutsideForm(props: OutsideFormProps) {
  const { made, onAsk } = props
  const [box, setBox] = useState<DraftBoxName | null>(null)
  const search = useOutsideSearch()
  const { player, complaint, complain } = search
  const reset = () => {
    setBox(null)
    search.reset()
  }
  const onMade = useEffectEvent(reset)
  useEffect(() => {
    if (made !== null) onMade()
  }, [made])
  const why = whyNot(props)
  useUnsent(complaint === DRAFT_OFFLINE, () => complain(null))
  const ask = () => {
    if (!player) return complain(messages.enterPlayerId)
    if (!box) return complain(messages.selectBox)
    complain(why)
    if (why === null) onAsk({ playerId: player.id, ...player }, box, box)
  }
  const failure = complaint ?? search.failure

  return (
    <ChakraGround>
      <Section className="inset part stack outside" title="Draft Outside Players">
        <OutsideSearch search={search} onFind={search.find} />
        {failure && (
          <Notice kind={complaint ? 'error' : failureKind(search.error)}>
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
        {made && <Notice kind="success">{made}</Notice>}
        <div className="buttons">
          <MainButton aria-disabled={!player || !box || why !== null} onClick={ask}>
            Draft Player
          </MainButton>
          <PlainButton onClick={reset}>Reset</PlainButton>
        </div>
      </Section>
    </ChakraGround>
  )
})
