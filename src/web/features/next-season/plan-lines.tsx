/** What the first sign of a line means, for the eye and for readers. */
const SIGNS: Readonly<Record<string, readonly [tone: string, words: string]>> = {
  '+': ['gain', 'new'],
  '-': ['loss', 'goes'],
  '~': ['changes', 'changes'],
  '=': ['stays', 'stays'],
  '!': ['loss', 'note'],
}

/** What will be done, a line each, as the command prints it. */
export const PlanLines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className="plan-lines">
    {lines.map((line) => {
      const [tone, words] = SIGNS[line.charAt(0)] ?? ['stays', 'note']
      return (
        <li key={line}>
          <span className={`plan-sign ${tone}`} aria-hidden="true">
            {line.charAt(0)}
          </span>
          <span>
            <span className="quiet">{words}: </span>
            {line.slice(2)}
          </span>
        </li>
      )
    })}
  </ul>
)
