import { useQuery } from '@tanstack/react-query'
import { hasFeature } from '#contract/user'
import { tonight } from '../../data/tonight.ts'
import { currentUser } from '../../data/user.ts'

/** Keeps the night in memory up to date, for what reads it there. */
export function NightKeeper() {
  const { data: user } = useQuery(currentUser())
  useQuery({ ...tonight(), enabled: hasFeature(user, 'tonight') })
  return null
}
