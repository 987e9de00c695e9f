import { OwnLink } from '../../../ui/own-link.tsx'
import { counted } from '../figures.ts'
import type { RulesOfLeague } from '../rules-of-league.ts'

export const Scratching = ({ constants: { scratchDays, maxDressed }, season }: RulesOfLeague) => (
  <>
    <ul>
      <li>A team scratches and dresses its own players at any time, as long as the limits of the lineup hold.</li>
      <li>
        A change counts from its moment. A game that has started keeps the state in which it started: nobody is
        scratched out of a bad night.
      </li>
      <li>
        From the roster hold start date on, a scratched player stays scratched for {counted(scratchDays, 'day')},
        counted from his scratch or from that date, whichever is later. Before it he can be dressed at any time.
        {season?.rosterHoldStart && ` This season the roster hold starts on ${season.rosterHoldStart}.`}
      </li>
      <li>Nobody is dressed beyond {maxDressed}: scratch another player first.</li>
    </ul>
    <p>
      Every change is listed under <OwnLink href="/roster-changes">Roster Changes</OwnLink>.
    </p>
  </>
)
