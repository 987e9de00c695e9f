import { useMutation } from '@tanstack/react-query'
import { type PickForMe as Mode, PICK_FOR_ME } from '#contract/draft-room'
import { savePickForMe } from '../../data/pick-list-commands.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { failureKind } from '../data-screen/failure.tsx'

const words: Record<Mode, { readonly label: string; readonly means: string }> = {
  off: { label: 'Off', means: 'You make every pick.' },
  timeout: {
    label: 'When my time runs out',
    means: 'If your time runs out, your list picks. Needs a clock.',
  },
  now: { label: 'At once', means: 'Your list picks as soon as it is your turn, without waiting for you.' },
}

interface PickForMeProps {
  readonly teamId: number
  readonly mode: Mode
}

/** Whether the server picks for the team, and when. */
export function PickForMe({ teamId, mode }: PickForMeProps) {
  const { mutate, isPending, variables, error, reset } = useMutation(savePickForMe(teamId))
  const chosen = isPending ? variables : mode
  return (
    <fieldset className="pick-list-part pick-for-me">
      <legend>Pick for me</legend>
      {PICK_FOR_ME.map((each) => (
        <label key={each}>
          <input
            className="choice"
            type="radio"
            name="pick-for-me"
            value={each}
            checked={each === chosen}
            aria-describedby={`pick-for-me-${each}`}
            onChange={() => mutate(each)}
          />
          <span>
            <strong>{words[each].label}</strong>
            <small id={`pick-for-me-${each}`}>{words[each].means}</small>
          </span>
        </label>
      ))}
      <p className="pick-list-quiet">
        {chosen === 'off'
          ? "Only you can switch it on. While it's on, everyone sees it on the board."
          : 'Everyone sees on the board that your team picks by list.'}
      </p>
      {error && (
        <Notice kind={failureKind(error)} onClose={reset}>
          {error.message}
        </Notice>
      )}
    </fieldset>
  )
}
