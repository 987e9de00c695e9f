import type { ComponentType } from 'react'
import type { RulesOfLeague } from './rules-of-league.ts'
import { DraftBoxes } from './sections/draft-boxes.tsx'
import { DraftDay } from './sections/draft-day.tsx'
import { Keepers } from './sections/keepers.tsx'
import { Lineup } from './sections/lineup.tsx'
import { PickOrder } from './sections/pick-order.tsx'
import { Points } from './sections/points.tsx'
import { Pool } from './sections/pool.tsx'
import { Prices } from './sections/prices.tsx'
import { Score } from './sections/score.tsx'
import { Scratching } from './sections/scratching.tsx'
import { SpecialCases } from './sections/special-cases.tsx'
import { Trading } from './sections/trading.tsx'

interface Section {
  /** The anchor in the address. */
  readonly id: string
  readonly title: string
  readonly Body: ComponentType<RulesOfLeague>
}

/** The rules in the order in which a newcomer needs them; the dates of the season stand before them. */
export const sections: readonly Section[] = [
  { id: 'pool', title: 'The pool', Body: Pool },
  { id: 'points', title: 'Points', Body: Points },
  { id: 'score', title: 'Team score and cash', Body: Score },
  { id: 'prices', title: 'Prices and commission', Body: Prices },
  { id: 'lineup', title: 'Roster and lineup', Body: Lineup },
  { id: 'scratching', title: 'Scratching and dressing', Body: Scratching },
  { id: 'trading', title: 'Trading', Body: Trading },
  { id: 'keepers', title: 'Keepers', Body: Keepers },
  { id: 'boxes', title: 'Draft boxes', Body: DraftBoxes },
  { id: 'order', title: 'Draft order', Body: PickOrder },
  { id: 'draft', title: 'Draft day', Body: DraftDay },
  { id: 'special', title: 'Special cases', Body: SpecialCases },
]
