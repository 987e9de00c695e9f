import { Button } from '@chakra-ui/react/button'
import type { FormEvent, ReactNode } from 'react'
import { ChakraGround } from '../theme/chakra-ground.tsx'

interface ClosableFormProps {
  readonly className?: 'stack' | 'card'
  readonly name: string
  readonly submit: string
  /** On the button until the answer is there. */
  readonly submitting?: string
  readonly isPending: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
  /** Below the buttons: why it was not done. */
  readonly failure: ReactNode
  readonly children: ReactNode
}

/** A form that opens on a page and can be closed again. */
export const ClosableForm = ({
  className = 'stack',
  name,
  submit,
  submitting = submit,
  isPending,
  onSubmit,
  onCancel,
  failure,
  children,
}: ClosableFormProps) => (
  <ChakraGround>
    <form
      className={className}
      aria-label={name}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
    >
      {children}
      <div className="buttons">
        <Button type="submit" minHeight="tap" disabled={isPending} aria-busy={isPending}>
          {isPending ? submitting : submit}
        </Button>
        <Button type="button" variant="outline" minHeight="tap" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {failure}
    </form>
  </ChakraGround>
)
