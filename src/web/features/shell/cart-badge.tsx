interface CartBadgeProps {
  readonly count: number
}

/** How many players are in the shopping cart; nothing where it is empty, or not known. */
export const CartBadge = ({ count }: CartBadgeProps) =>
  count > 0 && (
    <>
      <span className="bar-count" aria-hidden="true">
        {count}
      </span>
      <span className="quiet">{`, ${count} in the cart`}</span>
    </>
  )
