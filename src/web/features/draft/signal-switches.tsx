import { useEffect, useState } from 'react'
import { canSound, canVibrate, isWanted, type Signal, sound, vibrate, want } from '../turn/signals.ts'

/** Keeps the screen on during the draft, where the browser can; the lock ends whenever the page is hidden. */
export function WakeSwitch() {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    if (!isOn) return
    let lock: WakeLockSentinel | null = null
    let isGone = false
    const take = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (taken) => {
          if (isGone) return void taken.release().catch(() => undefined)
          lock = taken
        },
        // A low battery refuses it.
        () => setIsOn(false),
      )
    }
    take()
    document.addEventListener('visibilitychange', take)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release().catch(() => undefined)
    }
  }, [isOn])
  if (!('wakeLock' in navigator)) return null
  return (
    <button className="chip tool" type="button" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
      Keep screen on
    </button>
  )
}

interface SwitchProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: string
}

/** Of a row of them: what the member wants to see of the board. */
export const Switch = ({ isOn, onChange, children }: SwitchProps) => (
  <button className="chip tool" type="button" role="switch" aria-checked={isOn} onClick={() => onChange(!isOn)}>
    {children}
  </button>
)

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

/** How the device announces the member's turn, as far as it can. */
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
