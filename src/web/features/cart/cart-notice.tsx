import { useState } from 'react'
import { messages } from '#contract/messages'
import { addToCart } from '#contract/trading'
import type { CartRow, ChangeState } from '../../data/cart-view.ts'
import { useOnline } from '../../data/use-online.ts'
import { Notice } from '../../ui/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { Toast } from '../../ui/toast.tsx'

/** A cart change's progress, as a label on its row. */
export const stateLabels: Record<ChangeState, string> = {
  confirmed: 'In cart',
  saving: 'Saving',
  queued: 'Queued',
  sending: 'Sending',
  'waiting for login': 'Log in',
  refused: 'Refused',
  expired: 'Not sent',
}

const CartLink = () => <OwnLink href="/shopping-cart">Go to the Shopping Cart</OwnLink>

interface CartNoticeProps {
  readonly entry: CartRow | null
  /** The player that a refusal is about, on a screen with several. */
  readonly name?: string
  /** Why the change could not even be stored. */
  readonly failure: string | null
  /** Whether it was added on this screen just now. */
  readonly isNew: boolean
  /** It lies over the page, where success passes by itself. */
  readonly isOverPage?: boolean
  /** Nothing about a player who is simply in the cart: the button shows that, and explains it when pressed. */
  readonly isQuiet?: boolean
  readonly onClose: () => void
}

/** The progress of a purchase or a sale on its way into the cart. */
export function CartNotice({ entry, name, failure, isNew, isOverPage, isQuiet, onClose }: CartNoticeProps) {
  const online = useOnline()
  const [hasWaited, setHasWaited] = useState(false)
  /** The state in which it was dismissed: what comes next is shown again. */
  const [hiddenIn, setHiddenIn] = useState<ChangeState | null>(null)
  const isWaiting = entry?.state === 'waiting for login' || (!online && entry?.state === 'queued')
  if (isWaiting && !hasWaited) setHasWaited(true)
  if (failure !== null)
    return (
      <Notice kind="error" onClose={onClose}>
        {failure}
      </Notice>
    )
  if (!entry || (hiddenIn === entry.state && !isNew)) return null
  const hide = () => {
    setHiddenIn(entry.state)
    onClose()
  }
  const Success = isOverPage ? Toast : Notice
  switch (entry.state) {
    case 'refused':
    case 'expired':
      return (
        <Notice kind="error" onClose={onClose}>
          {name === undefined ? null : `${name}: `}
          {entry.reason ?? addToCart.failure}
        </Notice>
      )
    case 'confirmed':
      if (isQuiet && !isNew && !hasWaited) return null
      return isNew || hasWaited ? (
        <Success
          kind="success"
          onClose={() => {
            setHasWaited(false)
            onClose()
          }}
        >
          {hasWaited ? `${entry.name} is in the Shopping Cart: confirmed.` : messages.addedToCart} <CartLink />
        </Success>
      ) : (
        <Notice kind="info" onClose={hide}>
          In the Shopping Cart. <CartLink />
        </Notice>
      )
    case 'waiting for login':
      return (
        <Notice kind="info" onClose={hide}>
          {messages.addedToCart} It is sent when you have logged in again.
        </Notice>
      )
    default:
      return online ? (
        <Notice kind="info">Adding to the Shopping Cart...</Notice>
      ) : (
        <Notice kind="info" onClose={hide}>
          {messages.addedToCart} We'll send it when you're back online. <CartLink />
        </Notice>
      )
  }
}
