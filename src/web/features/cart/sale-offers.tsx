import { useId } from 'react'
import { figure, price } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import type { WayOut } from './ways-out.ts'

interface SaleOffersProps {
  /** Null where it is not known. */
  readonly ways: readonly WayOut[] | null
  /** Cash or places are short, which sales can mend. */
  readonly isShort: boolean
  readonly teamId: number
  readonly onSell: (way: WayOut) => void
}

const lossText = (points: number): string => {
  const count = figure(points)
  return count === '0' ? 'no points lost' : `about ${count} point${count === '1' ? '' : 's'} lost`
}

/** Whom to sell for a trade that is not possible yet; each of them is enough. */
export function SaleOffers({ ways, isShort, teamId, onSell }: SaleOffersProps) {
  const heading = useId()
  if (!ways || (ways.length === 0 && !isShort)) return null
  if (ways.length === 0) {
    return (
      <section className="cart-part ways-out" aria-labelledby={heading}>
        <h2 id={heading}>Whom to Sell</h2>
        <p>
          No single sale is enough: sell <OwnLink href={`/teams/${teamId}`}>several players</OwnLink>, or remove a
          purchase.
        </p>
      </section>
    )
  }
  return (
    <section className="cart-part ways-out" aria-labelledby={heading}>
      <h2 id={heading}>Whom to Sell</h2>
      <p>
        Sell one of these and the trade works. Points lost: what the player would still bring this season at this pace.
      </p>
      <ul>
        {ways.map((way) => {
          const { player, rosterEntry } = way.item
          return (
            <li key={player.id}>
              <OwnLink href={`/players/${player.id}`}>{player.name}</OwnLink>
              <small>
                {[
                  player.position,
                  price(rosterEntry.sellPrice),
                  way.pointsLost === null ? null : lossText(way.pointsLost),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              <button
                className="button plain"
                type="button"
                aria-label={`Sell ${player.name}`}
                onClick={() => onSell(way)}
              >
                Sell
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
