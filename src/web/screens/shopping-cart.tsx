import { messages } from '#contract/errors'
import { ShoppingCartView } from '../features/cart/shopping-cart-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'
import { Notice } from '../ui/notice/notice.tsx'

export const ShoppingCartScreen = () => (
  <MembersOnly>
    {({ teamId }) =>
      teamId == null ? (
        <div className="page">
          <h1 tabIndex={-1}>Shopping Cart</h1>
          <Notice kind="error">{messages.noTeam}</Notice>
        </div>
      ) : (
        <ShoppingCartView key={teamId} teamId={teamId} />
      )
    }
  </MembersOnly>
)
