import { MEMBER_ROLES, type NewMember } from '#contract/office'

export type MemberRoles = NewMember['roles']

const meanings: Readonly<Record<MemberRoles[number], string>> = {
  admin: 'Admin: runs the draft and the league',
  premium: 'Premium: sees the players preview',
}

interface RoleChoiceProps {
  readonly roles: MemberRoles
  readonly onChange: (role: MemberRoles[number], has: boolean) => void
}

export const RoleChoice = ({ roles, onChange }: RoleChoiceProps) => (
  <fieldset>
    <legend>Roles</legend>
    {MEMBER_ROLES.map((role) => (
      <label key={role} className="option">
        <input
          className="choice"
          type="checkbox"
          checked={roles.includes(role)}
          onChange={({ currentTarget: { checked } }) => onChange(role, checked)}
        />
        {meanings[role]}
      </label>
    ))}
  </fieldset>
)
