import type { CorrectionPreview } from '#contract/corrections'
import { change, changeTone, figure } from '../../ui/figure.ts'

const ROWS = [
  ['points', 'Points'],
  ['cash', 'Cash'],
  ['totalScore', 'Total'],
] as const

interface WhatItDoesProps {
  readonly preview: CorrectionPreview
  readonly reason: string
}

/** A correction before it is made: what, why, and the score before and after. */
export const WhatItDoes = ({ preview: { what, before, after }, reason }: WhatItDoesProps) => (
  <>
    <p>
      All members will read: <b>{what}</b>, “{reason.trim()}”.
    </p>
    <table className="what-it-does">
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([key, label]) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{figure(before[key], 2)}</td>
            <td>{figure(after[key], 2)}</td>
            <td className={changeTone(after[key] - before[key], 2) ?? undefined}>
              {change(after[key] - before[key], 2)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
