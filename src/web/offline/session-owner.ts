import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/user'

/** Whom stored data belongs to. The contract gives a user no id; name and team together stand for him. */
export const ownerOf = (user: User): string => `${user.teamId ?? '-'}/${user.name}`

export const confirmOwner = async (_client: QueryClient, _user: User | null): Promise<void> => undefined
