import { Button } from '@chakra-ui/react/button'
import { Dialog } from '@chakra-ui/react/dialog'
import { createContext, memo, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { afterPaint } from '../../paint/page.ts'
import { ChakraGround } from '../theme/chakra-ground.tsx'
import { useBackCloses } from '../use-back-closes.ts'

export interface ConfirmProps {
  readonly title: string
  /** Says what will happen, by name. */
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly isBusy?: boolean
  /** It is no longer possible, or not now: the question says why. */
  readonly isOff?: boolean
  readonly onConfirm: () => void
  /** A second way out, beside the one of the confirm button. */
  readonly other?: { readonly label: string; readonly onChoose: () => void }
  readonly onCancel: () => void
}

const QuestionContext = createContext<ConfirmProps | null>(null)

const Question = () => {
  const question = useContext(QuestionContext)
  if (!question) return null
  const { title, children, confirmLabel, isBusy, isOff, onConfirm, other, onCancel } = question
  return (
    <>
      <Dialog.Header>
        <Dialog.Title>{title}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body css={{ '& > p + p': { marginTop: '2' } }}>{children}</Dialog.Body>
      {/* On a phone the buttons fill their line: three of them would stand in steps. */}
      <Dialog.Footer flexWrap="wrap" css={{ '& > *': { flexGrow: { base: 1, sm: 0 } } }}>
        <Button variant="outline" minHeight="tap" onClick={onCancel}>
          Cancel
        </Button>
        {other && (
          <Button variant="outline" minHeight="tap" disabled={isBusy} onClick={other.onChoose}>
            {other.label}
          </Button>
        )}
        {/* Fading to its disabled look would keep a slow phone drawing while it awaits the answer. */}
        <Button
          minHeight="tap"
          transition="none"
          disabled={isBusy}
          aria-busy={isBusy}
          aria-disabled={isOff}
          onClick={() => isOff || onConfirm()}
        >
          {confirmLabel}
        </Button>
      </Dialog.Footer>
    </>
  )
}

/** Drawn once: a new word on a button redraws the question, and neither the dialog's machine nor its ground. */
const Frame = memo(function Frame({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <ChakraGround>
      <Dialog.Root
        open
        role="alertdialog"
        placement="center"
        // The library's own lock changes a variable of the root: the whole page would be restyled.
        preventScroll={false}
        onOpenChange={({ open }) => {
          if (!open) onCancel()
        }}
      >
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxWidth="28rem">
            <Question />
          </Dialog.Content>
        </Dialog.Positioner>
      </Dialog.Root>
    </ChakraGround>
  )
})

/** How many questions hold the page: the next one may open before the last one's hold is let go. */
let holds = 0

/** What lies under a question stays where it is; set free after it has gone: the page is repainted for that. */
function useScrollLock() {
  useEffect(() => {
    const { clientWidth, style } = document.documentElement
    holds += 1
    // A bar beside the page leaves it its width.
    if (window.innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
    return () =>
      void afterPaint(() => {
        holds -= 1
        if (holds > 0) return
        style.overflow = ''
        style.scrollbarGutter = ''
      })
  }, [])
}

export function ConfirmDialog(props: ConfirmProps) {
  useScrollLock()
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [cancel] = useState(() => () => latest.current.onCancel())
  useBackCloses(cancel)
  return (
    <QuestionContext value={props}>
      <Frame onCancel={cancel} />
    </QuestionContext>
  )
}
