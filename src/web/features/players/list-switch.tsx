import type { User } from '#contract/user'
import { hasRole } from '#rules/roles'
import { OwnLink } from '../../ui/own-link.tsx'
import { filterName } from './filters.ts'
import { goalies, type PlayerList, preview, skaters } from './lists.ts'

/** The list's screen, with what was searched on another one. */
export const searchedIn = ({ path, table }: PlayerList, name: string): string =>
  name.trim() === '' ? path : `${path}?${filterName(table, 'name')}=${encodeURIComponent(name)}`

interface ListSwitchProps {
  readonly list: PlayerList
  /** What is searched. */
  readonly name: string
  readonly user: User | null | undefined
}

/** From one list of players to another: the search goes along. */
export const ListSwitch = ({ list, name, user }: ListSwitchProps) => {
  // Beside the long title of its own screen there is no room for a third.
  const hasPreview = user && hasRole(user, 'premium') && list !== preview
  const lists = hasPreview ? [skaters, goalies, preview] : [skaters, goalies]
  return (
    <nav className="list-switch" aria-label="Lists of players">
      {lists.map((each) => (
        <OwnLink key={each.path} href={searchedIn(each, name)} current={each === list ? 'page' : undefined}>
          {each.short}
        </OwnLink>
      ))}
    </nav>
  )
}
