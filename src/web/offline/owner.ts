import type { User } from '#contract/user'

/** Whom stored data belongs to. The contract gives a user no id; name and team together stand for him. */
export const ownerOf = (user: Pick<User, 'name' | 'teamId'>): string => `${user.teamId ?? '-'}/${user.name}`

let owner: string | null = null

/** Whose data is in memory; null when none is. */
export const currentOwner = (): string | null => owner
export const setCurrentOwner = (next: string | null): void => {
  owner = next
}
