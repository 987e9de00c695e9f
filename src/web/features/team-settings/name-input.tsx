import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'

interface NameInputProps {
  readonly label: string
  readonly max: number
  readonly value: string
  readonly isReadOnly: boolean
  readonly onType: (text: string, isComposing: boolean) => void
  readonly onLeave: () => void
}

// No `maxlength`: it counts code units, and would cut a flag in half.
export const NameInput = ({ label, max, value, isReadOnly, onType, onLeave }: NameInputProps) => (
  <Field.Root readOnly={isReadOnly}>
    <Field.Label>{label}</Field.Label>
    <Input
      minHeight="tap"
      background="bg.panel"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget, nativeEvent }) =>
        onType(currentTarget.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
      }
      onCompositionEnd={({ currentTarget }) => onType(currentTarget.value, false)}
      onBlur={onLeave}
    />
    <Field.HelperText>{`Maximum ${max} characters`}</Field.HelperText>
  </Field.Root>
)
