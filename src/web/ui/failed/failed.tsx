import { Notice } from '../notice/notice.tsx'

interface FailedProps {
  readonly sentence: string
  readonly onRetry: () => void
}

/** Stands in for a screen that could not be loaded or drawn; the bar stays usable. */
export const Failed = ({ sentence, onRetry }: FailedProps) => (
  <div className="page">
    <h1 tabIndex={-1}>This page could not be shown</h1>
    <Notice kind="error">{sentence}</Notice>
    <button className="button" type="button" onClick={onRetry}>
      Try again
    </button>
  </div>
)
