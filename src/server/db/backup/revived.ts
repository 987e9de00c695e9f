import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

type Run = (script: string) => Promise<unknown[]>

/** What was over and is valid again since an earlier state of the league was restored, by the members' names. */
export interface Revived {
  readonly passkeys: readonly string[]
  readonly members: readonly string[]
  readonly admins: readonly string[]
  /** Of invitations that were open in the backup, and have been ended. */
  readonly invitations: readonly string[]
}

const Members = Type.Array(
  Type.Object({
    userName: Type.String(),
    name: Type.String(),
    isAdmin: Type.Boolean(),
    passkeys: Type.Array(Type.String()),
  }),
)
type Member = Static<typeof Members>[number]

/** The members as they are, each with the passkeys that let them in; null: the database holds no league. */
export async function membersNow(run: Run, tables: readonly string[]): Promise<Member[] | null> {
  if (!tables.includes('member')) return null
  const keys = tables.includes('passkey')
    ? 'array(select id from passkey where member_id = member.id order by id)'
    : 'array[]::text[]'
  const rows = await run(`
    select user_name as "userName", display_name as name, 'admin' = any(roles) as "isAdmin", ${keys} as passkeys
    from member order by id`)
  return rows.length === 0 ? null : Value.Parse(Members, rows)
}

/** In a database that was empty nothing says what has ended since: every passkey may be one of those. */
export function whatRevives(before: Member[] | null, after: Member[] | null): Omit<Revived, 'invitations'> {
  const restored = after ?? []
  const known = new Map(before?.map((member) => [member.userName, member]))
  const valid = new Set(before?.flatMap(({ passkeys }) => passkeys))
  const names = (members: readonly Member[]) => members.map(({ name }) => name)
  return {
    passkeys: names(restored.filter(({ passkeys }) => passkeys.some((id) => !valid.has(id)))),
    members: before ? names(restored.filter(({ userName }) => !known.has(userName))) : [],
    admins: names(restored.filter(({ userName, isAdmin }) => isAdmin && known.get(userName)?.isAdmin === false)),
  }
}

const Names = Type.Array(Type.Object({ name: Type.String() }))

/** An invitation that is open in a backup may have been used since, and would let its finder in once more. */
export async function endInvitations(run: Run): Promise<string[]> {
  const ended = await run(`
    with ended as (
      update invitation set ended_at = now() where used_at is null and ended_at is null
      returning member_id, expires_at
    )
    select display_name as name from ended join member on member.id = member_id
    where expires_at > now() order by member.id`)
  return Value.Parse(Names, ended).map(({ name }) => name)
}
