import { useEffect, useRef, useState } from 'react'
import type { Invitation } from '#contract/office'
import { later } from '../../ui/later.tsx'
import { instantText } from '../../ui/time/instant-text.ts'

const QrCode = later(async () => (await import('./qr-code.tsx')).QrCode)

interface InvitationCardProps {
  readonly name: string
  readonly invitation: Invitation
}

const SHARING = { title: 'Hockey Pool' } as const

/** The link, this once: to be sent, copied or held in front of a phone's camera. */
export function InvitationCard({ name, invitation: { link, expiresAt } }: InvitationCardProps) {
  const [said, say] = useState('')
  const card = useRef<HTMLElement>(null)
  // At the end of a long list the buttons would be under the edge.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const canShare = typeof navigator.share === 'function'
  const copy = () => {
    // Without https a browser has no clipboard; the link can be marked by hand.
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    void copied.then(
      () => say('Copied'),
      () => say('It could not be copied: mark the link, and copy it by hand.'),
    )
  }
  const share = () => {
    const sent = navigator.share({ ...SHARING, text: `${name}, this is your way into our hockey pool.`, url: link })
    // Closing the sheet is a change of mind, not a failure.
    void sent.catch(() => undefined)
  }
  return (
    <section ref={card} className="office-card invitation" aria-label={`Invitation of ${name}`}>
      <p>
        Send this link to {name} alone: the first to open it is in. It works once, until {instantText(expiresAt)}, and
        is shown only now.
      </p>
      <code className="invitation-link">{link}</code>
      <div className="office-buttons">
        {canShare && (
          <button className="button" type="button" onClick={share}>
            Share
          </button>
        )}
        <button className={canShare ? 'button plain' : 'button'} type="button" onClick={copy}>
          Copy
        </button>
      </div>
      <p role="status">{said}</p>
      <div className="qr-place">
        <QrCode text={link} />
      </div>
    </section>
  )
}
