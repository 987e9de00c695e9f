import type { PlanLine } from '#contract/next-season'

/** For the eye and for readers. */
const KINDS: { readonly [Kind in PlanLine['kind']]: readonly [sign: string, tone: string, words: string] } = {
  new: ['+', 'gain', 'new'],
  gone: ['-', 'loss', 'goes'],
  changed: ['~', 'changes', 'changes'],
  kept: ['=', 'stays', 'stays'],
  note: ['!', 'loss', 'note'],
}

/** What will be done, a line each, as the command prints it. */
export const PlanLines = ({ lines }: { readonly lines: readonly PlanLine[] }) => (
  <ul className="plan-lines">
    {lines.map(({ kind, text }) => {
      const [sign, tone, words] = KINDS[kind]
      return (
        <li key={`${kind} ${text}`}>
          <span className={`plan-sign ${tone}`} aria-hidden="true">
            {sign}
          </span>
          <span>
            <span className="quiet">{words}: </span>
            {text}
          </span>
        </li>
      )
    })}
  </ul>
)
