import { Dialog } from '@chakra-ui/react/dialog'
import { createContext, memo, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { afterPaint } from '../../paint/page.ts'
import { MainButton, PlainButton } from '../buttons.tsx'
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

/** Of the question's plain elements, styled once: each of the library's is styled again when a word changes. */
const parts = {
  gap: '6',
  paddingInline: '6',
  paddingTop: '6',
  '& p + p': { marginTop: '2' },
  '& > .buttons': { gap: '3', justifyContent: 'flex-end', paddingBottom: '4' },
  // On a phone the buttons fill their line: three of them would be in steps.
  '& > .buttons > *': { flexGrow: { base: 1, sm: 0 } },
} as const

const Question = () => {
  const question = useContext(QuestionContext)
  if (!question) return null
  const { title, children, confirmLabel, isBusy, isOff, onConfirm, other, onCancel } = question
  return (
    <>
      <Dialog.Title>{title}</Dialog.Title>
      <div>{children}</div>
      <div className="buttons">
        <PlainButton onClick={onCancel}>Cancel</PlainButton>
        {other && (
          <PlainButton disabled={isBusy} onClick={other.onChoose}>
            {other.label}
          </PlainButton>
        )}
        <MainButton disabled={isBusy} aria-busy={isBusy} aria-disabled={isOff} onClick={() => isOff || onConfirm()}>
          {confirmLabel}
        </MainButton>
      </div>
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
          <Dialog.Content maxWidth="28rem" css={parts}>
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
