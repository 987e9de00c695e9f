import { failureKind } from '../data-screen/failure.tsx'
import { AnswerNotice } from './answer-notice.tsx'

interface FailedActionProps {
  readonly of: { readonly error: Error | null; readonly reset: () => void }
}

/** Why something was not done, beside the button that asked for it. */
export const FailedAction = ({ of: { error, reset } }: FailedActionProps) =>
  error && (
    <AnswerNotice kind={failureKind(error)} onClose={reset}>
      {error.message}
    </AnswerNotice>
  )
