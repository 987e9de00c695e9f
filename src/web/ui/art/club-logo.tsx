import './club-logo.css'
import { useState } from 'react'
import { ClubCrest } from './club-crest.tsx'

interface ClubLogoProps {
  readonly abbreviation: string
  /** Where the server has one; without it, or when it cannot be loaded, the drawn crest. */
  readonly url: string | null | undefined
  readonly size: number
  /** Only where the club's name does not stand beside it. */
  readonly title?: string
}

/** A club's logo. Its room is the same whichever is shown. */
export function ClubLogo({ abbreviation, url, size, title }: ClubLogoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const isDrawn = !url || url === failed
  return (
    <span className="club-logo">
      {isDrawn ? (
        <ClubCrest abbreviation={abbreviation} size={size} title={title} />
      ) : (
        <img src={url} alt={title ?? ''} width={size} height={size} loading="lazy" onError={() => setFailed(url)} />
      )}
    </span>
  )
}
