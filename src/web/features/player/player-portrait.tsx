import { useState } from 'react'
import type { Player } from '#contract/stats'
import { parsePosition, positionGroup } from '#rules/positions'
import { ClubLogo } from '../../ui/art/club-logo.tsx'

const silhouette = (position: Player['position']): string => {
  const known = parsePosition(position)
  return known && positionGroup(known) === 'goalie' ? '/art/goalie.svg' : '/art/skater.svg'
}

const SIZE = 76
const LOGO_SIZE = 34

/** The player's picture and club logo, each with a drawn placeholder of the same size. */
export function PlayerPortrait({ player }: { readonly player: Player | undefined }) {
  const [failed, setFailed] = useState<string | null>(null)
  const image = player?.profileImage
  const isOwn = Boolean(image) && image !== failed
  return (
    <div className="portrait">
      {player && (
        <img
          src={isOwn && image ? image : silhouette(player.position)}
          alt={isOwn ? player.name : ''}
          width={SIZE}
          height={SIZE}
          onError={() => setFailed(image ?? null)}
        />
      )}
      {player?.nhlTeam && (
        <span className="portrait-club">
          <ClubLogo abbreviation={player.nhlTeam} url={player.nhlTeamImage} size={LOGO_SIZE} />
        </span>
      )}
    </div>
  )
}
