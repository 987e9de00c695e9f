import './outside-form.css'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages'
import { outsideSearch } from '../../data/draft-commands.ts'
import { searchFailure } from '../../data/draft-failures.ts'
import { useConnection } from '../../data/use-connection.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** Looks up a player who is in no box, by the id that was typed. */
export function useOutsideSearch() {
  const [id, setId] = useState('')
  /** The form's own validation error, before anything is sent. */
  const [complaint, complain] = useState<string | null>(null)
  const { data: player, error, isPending, mutate, reset } = useMutation(outsideSearch())
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
  const { online } = useConnection()
  return (
    <form
      className="buttons outside-search"
      onSubmit={(event) => {
        event.preventDefault()
        onFind()
      }}
    >
      <div className="outside-id">
        <TextField
          label="Player ID"
          inputMode="numeric"
          value={id}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
      </div>
      <button className="button" type="submit" aria-busy={isPending} aria-disabled={!online}>
        Search
      </button>
    </form>
  )
}
