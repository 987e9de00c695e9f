import './text-field.css'
import { Field } from '@chakra-ui/react/field'
import { Input, type InputProps } from '@chakra-ui/react/input'

interface TextFieldProps extends InputProps {
  readonly label: string
  readonly hint?: string
  /** Shows what cannot be typed here. */
  readonly isFixed?: boolean
}

export const TextField = ({ label, hint, isFixed = false, readOnly = isFixed, ...input }: TextFieldProps) => (
  <Field.Root readOnly={readOnly}>
    <Field.Label>{label}</Field.Label>
    <Input
      size="lg"
      autoComplete="off"
      background={isFixed ? 'bg.subtle' : 'bg.panel'}
      borderColor={isFixed ? 'border' : 'fg.muted'}
      color={isFixed ? 'fg.muted' : 'fg'}
      {...input}
    />
    {hint && <Field.HelperText textWrap="pretty">{hint}</Field.HelperText>}
  </Field.Root>
)
