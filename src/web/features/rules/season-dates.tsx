import type { SeasonWords } from './season-words.ts'

const NOT_SET = 'Not set yet'

/** The dates of the season, to be looked up at a glance. */
export const SeasonDates = ({ season }: { readonly season: SeasonWords }) => (
  <dl>
    <dt>Roster hold starts</dt>
    <dd>{season.rosterHoldStart ?? NOT_SET}</dd>
    <dt>Trading opens</dt>
    <dd>{season.tradingStart ?? NOT_SET}</dd>
    <dt>Trading closes</dt>
    <dd>{season.tradingEnd ?? NOT_SET}</dd>
    <dt>Keeper last buy date</dt>
    <dd>{season.keeperLastBuy ?? NOT_SET}</dd>
  </dl>
)
