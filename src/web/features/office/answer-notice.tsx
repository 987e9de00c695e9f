import { type ComponentProps, useEffect, useRef } from 'react'
import { Notice } from '../../ui/notice/notice.tsx'
import { failureKind } from '../data-screen/query-result.tsx'

interface FailedActionProps {
  readonly of: { readonly error: Error | null; readonly reset: () => void }
}

/** Why something was not done, beside the button that requested it. */
export const FailedAction = ({ of: { error, reset } }: FailedActionProps) =>
  error && (
    <AnswerNotice kind={failureKind(error)} onClose={reset}>
      {error.message}
    </AnswerNotice>
  )

/** What a pressed button comes to. On a phone the place below a button is often under the tabs. */
export function AnswerNotice(props: ComponentProps<typeof Notice>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <Notice ref={place} {...props} />
}
