import './selection.css'
import { Field } from '@chakra-ui/react/field'
import { NativeSelect } from '@chakra-ui/react/native-select'
import type { ReactNode } from 'react'

interface SelectFieldProps {
  readonly label: string
  /** For screen readers only, where the place shows it to the eye. */
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly onChoose: (value: string) => void
  /** The options. */
  readonly children: ReactNode
}

export const SelectField = ({ label, isLabelHidden = false, value, onChoose, children }: SelectFieldProps) => (
  <Field.Root>
    <Field.Label className={isLabelHidden ? 'quiet' : undefined}>{label}</Field.Label>
    <NativeSelect.Root unstyled width="100%">
      <NativeSelect.Field
        className="selection"
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {children}
      </NativeSelect.Field>
    </NativeSelect.Root>
  </Field.Root>
)
