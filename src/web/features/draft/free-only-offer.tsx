import { useMemo } from 'react'
import type { DraftBox } from '#contract/draft'
import { focusPage } from '../../paint/focus-page.ts'
import { isDrafted } from './board.ts'

interface FreeOnlyOfferProps {
  readonly board: readonly DraftBox[]
  readonly onChoose: (isFreeOnly: boolean) => void
}

/** Once on a device, as soon as there are drafted players to hide: the switch among the tools is easily overlooked. */
export function FreeOnlyOffer({ board, onChoose }: FreeOnlyOfferProps) {
  const hasDrafted = useMemo(() => board.some(({ players }) => players.some(isDrafted)), [board])
  if (!hasDrafted) return null
  const choose = (isFreeOnly: boolean) => {
    onChoose(isFreeOnly)
    // The line goes with its buttons.
    focusPage()
  }
  return (
    <div className="room-line asking">
      <p>Show only free players?</p>
      <span className="room-line-answers">
        <button className="button" type="button" onClick={() => choose(true)}>
          Yes
        </button>
        <button className="button plain" type="button" onClick={() => choose(false)}>
          No
        </button>
      </span>
    </div>
  )
}
