interface SwitchProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: string
}

/** Of a row of them: what the member wants to see of the board. */
export const Switch = ({ isOn, onChange, children }: SwitchProps) => (
  <button className="tool" type="button" role="switch" aria-checked={isOn} onClick={() => onChange(!isOn)}>
    {children}
  </button>
)
