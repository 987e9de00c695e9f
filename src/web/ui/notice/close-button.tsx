import { focusPage } from '../../paint/focus-page.ts'

interface CloseButtonProps {
  readonly className: string
  readonly onClose: () => void
}

/** Goes with what it closes, so the focus goes where reading begins. */
export const CloseButton = ({ className, onClose }: CloseButtonProps) => (
  <button
    className={className}
    type="button"
    aria-label="Close"
    onClick={() => {
      onClose()
      focusPage()
    }}
  >
    &times;
  </button>
)
