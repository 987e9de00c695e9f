import type { User } from '#contract/user'

type Identity = Pick<User, 'id' | 'name' | 'teamId'>

const hasName = ({ name }: Identity): boolean => name.trim() !== ''

/** The key used before servers announced ids, and still with those that do not. */
const byNameAndTeam = ({ name, teamId }: Identity): string => `${teamId ?? '-'}/${name}`

/**
 * Whom stored data belongs to: the id that the server announces is one person's; without it name and team together
 * stand for them. Null for a user who has neither: two of them would be taken for one, so nothing is stored for them.
 */
export const ownerOf = (user: Identity): string | null => {
  if (user.id) return `#${user.id}`
  return hasName(user) || user.teamId != null ? byNameAndTeam(user) : null
}

/**
 * Under what this person's data was stored before their server announced ids. Null where it may have been another's: a
 * name alone, or none, is not one person's.
 */
export const formerOwnerOf = (user: Identity): string | null =>
  user.id && hasName(user) && user.teamId != null ? byNameAndTeam(user) : null

let owner: string | null = null
let former: string | null = null

/** Whose data is in memory; null when none is. */
export const currentOwner = (): string | null => owner
/** The key that the owner's data was stored under before, if any. */
export const formerOwner = (): string | null => former
export const setCurrentOwner = (next: string | null, before: string | null = null): void => {
  owner = next
  former = before
}
