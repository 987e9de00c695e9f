import { Button } from '@chakra-ui/react/button'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { afterPaint } from '../../paint/page.ts'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { UnsavedChanges } from '../data-screen/unsaved-changes.tsx'

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

/** The focus goes into a form that opens, and back to what opens it: both stand in each other's place. */
function useFormFocus() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const place = form.current?.parentElement
    form.current?.querySelector<HTMLElement>('input, select')?.focus()
    return () =>
      void afterPaint(() => {
        if (document.activeElement === document.body) place?.querySelector('button')?.focus()
      })
  }, [])
  return form
}

/** A form that opens on a page and can be closed again. */
export function ClosableForm({
  className = 'stack',
  name,
  submit,
  submitting = submit,
  isPending,
  onSubmit,
  onCancel,
  failure,
  children,
}: ClosableFormProps) {
  const form = useFormFocus()
  const [isDirty, setDirty] = useState(false)
  return (
    <ChakraGround>
      <form
        ref={form}
        className={className}
        aria-label={name}
        onInput={() => setDirty(true)}
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
      <UnsavedChanges isDirty={isDirty}>What you entered is not saved and would be lost.</UnsavedChanges>
    </ChakraGround>
  )
}
