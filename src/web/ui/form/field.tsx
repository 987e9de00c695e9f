import './text-field.css'
import './selection.css'
import { Field } from '@chakra-ui/react/field'
import { Input, type InputProps } from '@chakra-ui/react/input'
import { NativeSelect } from '@chakra-ui/react/native-select'
import type { ReactNode } from 'react'

interface TextFieldProps extends InputProps {
  readonly label: string
  readonly hint?: string
  /** Shows what cannot be typed here. */
  readonly isFixed?: boolean
  readonly onType?: (text: string) => void
}

export const TextField = ({ label, hint, isFixed = false, readOnly = isFixed, onType, ...input }: TextFieldProps) => (
  <Field.Root readOnly={readOnly}>
    <Field.Label>{label}</Field.Label>
    <Input
      size="lg"
      autoComplete="off"
      background={isFixed ? 'bg.subtle' : 'bg.panel'}
      borderColor={isFixed ? 'border' : 'fg.muted'}
      color={isFixed ? 'fg.muted' : 'fg'}
      onChange={({ currentTarget }) => onType?.(currentTarget.value)}
      {...input}
    />
    {hint && <Field.HelperText textWrap="pretty">{hint}</Field.HelperText>}
  </Field.Root>
)

interface SelectFieldProps {
  readonly label: string
  /** For screen readers only, where the place shows it to the eye. */
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly onChoose: (value: string) => void
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

interface IdFieldProps extends Pick<SelectFieldProps, 'label' | 'isLabelHidden'> {
  /** Null while none is chosen. */
  readonly value: number | null
  readonly onChoose: (id: number | null) => void
  /** The words for none. */
  readonly none: string
  readonly options: readonly (readonly [id: number, words: string])[]
}

/** Chooses a team, a player or the like by its id, or none. */
export const IdField = ({ value, onChoose, none, options, ...field }: IdFieldProps) => (
  <SelectField
    {...field}
    value={String(value ?? '')}
    onChoose={(chosen) => onChoose(chosen === '' ? null : Number(chosen))}
  >
    <option value="">{none}</option>
    {options.map(([id, words]) => (
      <option key={id} value={id}>
        {words}
      </option>
    ))}
  </SelectField>
)
