import './tonight-line.css'
import { useQuery } from '@tanstack/react-query'
import { tonight } from '../../data/tonight.ts'
import { useFeature } from '../../data/user.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { nightLine } from './night-lines.ts'
import { isOn } from './night-words.ts'

/** The night in one line on another page, in the room reserved for it there. */
export function TonightLine({ teamId }: { readonly teamId: number | null | undefined }) {
  const { data: night } = useQuery(tonight())
  return (
    <OwnLink
      className={night?.games.some(isOn) ? 'beside tonight-line leads live-dot' : 'beside tonight-line leads'}
      href="/tonight"
      isLikely
    >
      {night ? nightLine(night, teamId) : 'Tonight'}
    </OwnLink>
  )
}

/** Keeps the night in memory up to date, for what reads it there. */
export function NightKeeper() {
  useQuery({ ...tonight(), enabled: useFeature('tonight') })
  return null
}
