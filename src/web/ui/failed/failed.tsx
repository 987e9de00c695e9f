import { afterPaint } from '../../paint/after-paint.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { Notice } from '../notice/notice.tsx'

interface FailedProps {
  readonly sentence: string
  /** Whether it came to nothing on the way here: that alone is not shown in red. */
  readonly isMissing?: boolean
  readonly onRetry: () => void
}

/** Stands in for a screen that could not be loaded or drawn; the bar stays usable. */
export const Failed = ({ sentence, isMissing, onRetry }: FailedProps) => (
  <div className="page">
    <h1 tabIndex={-1}>This page could not be shown</h1>
    <Notice kind={isMissing ? 'warning' : 'error'}>{sentence}</Notice>
    <button
      className="button"
      type="button"
      onClick={() => {
        onRetry()
        afterPaint(focusPage)
      }}
    >
      Try again
    </button>
  </div>
)
