import { truncate } from '#rules/names'
import { TextField } from '../../ui/form/text-field.tsx'

interface NameInputProps {
  readonly label: string
  readonly max: number
  readonly value: string
  readonly isReadOnly: boolean
  readonly onType: (text: string) => void
  readonly onLeave: () => void
}

/** Truncated here, before React sets the value: that would move the caret to the end. */
const cut = (input: HTMLInputElement, max: number) => {
  const kept = truncate(input.value, max)
  if (kept === input.value) return
  const caret = input.selectionStart
  input.value = kept
  input.setSelectionRange(caret, caret)
}

// No `maxlength`: it counts code units, and would cut a flag in half.
export function NameInput({ label, max, value, isReadOnly, onType, onLeave }: NameInputProps) {
  /** A character that is still being composed is not cut. */
  const take = (input: HTMLInputElement, isComposing: boolean) => {
    if (!isComposing) cut(input, max)
    onType(input.value)
  }
  return (
    <TextField
      label={label}
      hint={`Maximum ${max} characters`}
      readOnly={isReadOnly}
      value={value}
      onChange={({ currentTarget, nativeEvent }) =>
        take(currentTarget, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
      }
      onCompositionEnd={({ currentTarget }) => take(currentTarget, false)}
      onBlur={onLeave}
    />
  )
}
