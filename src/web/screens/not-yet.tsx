import { MembersOnly } from '../features/shell/members-only.tsx'

interface NotYetProps {
  readonly title: string
  readonly role?: 'admin'
}

/** A route of the table whose screen has not been built. */
export const NotYetScreen = ({ title, role }: NotYetProps) => (
  <MembersOnly role={role}>
    <div className="page">
      <h1 tabIndex={-1}>{title}</h1>
      <p>This page is not available yet.</p>
    </div>
  </MembersOnly>
)
