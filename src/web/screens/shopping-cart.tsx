import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const ShoppingCartScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Shopping Cart" />
  </MembersOnly>
)
