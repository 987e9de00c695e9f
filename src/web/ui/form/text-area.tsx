import { Field } from '@chakra-ui/react/field'
import { Textarea, type TextareaProps } from '@chakra-ui/react/textarea'

interface TextAreaProps extends TextareaProps {
  readonly label: string
  readonly hint?: string
}

/** For sentences: a line would show only their end. */
export const TextArea = ({ label, hint, ...textarea }: TextAreaProps) => (
  <Field.Root>
    <Field.Label>{label}</Field.Label>
    <Textarea
      size="lg"
      rows={5}
      autoComplete="off"
      background="bg.panel"
      borderColor="fg.muted"
      resize="vertical"
      {...textarea}
    />
    {hint && <Field.HelperText textWrap="pretty">{hint}</Field.HelperText>}
  </Field.Root>
)
