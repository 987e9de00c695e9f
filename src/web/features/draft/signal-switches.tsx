import { useState } from 'react'
import { canSound, canVibrate, isWanted, type Signal, sound, vibrate, want } from '../turn/signals.ts'
import { Switch } from './switch.tsx'

interface SignalSwitchProps {
  readonly signal: Signal
  /** Switched on, it is given once: the member knows it again, and the browser allows it from then on. */
  readonly onTry: () => void
  readonly children: string
}

const SignalSwitch = ({ signal, onTry, children }: SignalSwitchProps) => {
  const [isOn, setIsOn] = useState(() => isWanted(signal))
  const change = (next: boolean) => {
    want(signal, next)
    setIsOn(next)
    if (next) onTry()
  }
  return (
    <Switch isOn={isOn} onChange={change}>
      {children}
    </Switch>
  )
}

/** How the device tells the own turn, as far as it can. */
export const SignalSwitches = () => (
  <>
    {canSound() && (
      <SignalSwitch signal="sound" onTry={() => void sound().catch(() => undefined)}>
        Sound
      </SignalSwitch>
    )}
    {canVibrate() && (
      <SignalSwitch signal="vibration" onTry={vibrate}>
        Vibration
      </SignalSwitch>
    )}
  </>
)
