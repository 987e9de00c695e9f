import { readLocal, writeLocal } from '../../offline/local-storage.ts'

// What a device does on its member's turn, besides what it shows; each device remembers what is wanted there.

export type Signal = 'sound' | 'vibration'

const DEFAULTS: Readonly<Record<Signal, 'on' | 'off'>> = { sound: 'off', vibration: 'on' }
const keyOf = (signal: Signal) => `pool-turn-${signal}`

export const isWanted = (signal: Signal): boolean => (readLocal(keyOf(signal)) ?? DEFAULTS[signal]) === 'on'

export const want = (signal: Signal, isOn: boolean): void => {
  writeLocal(keyOf(signal), isOn ? 'on' : 'off')
}

export const canVibrate = (): boolean => 'vibrate' in navigator
export const canSound = (): boolean => 'AudioContext' in window

const VIBRATION_MS = [200, 100, 200]

/** Browsers refuse it before the page has been touched. */
export const vibrate = (): void => {
  if (canVibrate() && navigator.userActivation?.hasBeenActive) navigator.vibrate(VIBRATION_MS)
}

let audio: AudioContext | null = null

/** A browser lets a page sound only after a tap: called at one, the tone can be heard later. */
export const readySound = async (): Promise<void> => {
  if (!canSound()) return
  audio ??= new AudioContext()
  await audio.resume()
}

const TONES_HZ = [660, 880]
const TONE_S = 0.18

/** Two short notes, upwards. */
export const sound = async (): Promise<void> => {
  await readySound()
  if (!audio) return
  for (const [index, hertz] of TONES_HZ.entries()) {
    const from = audio.currentTime + index * TONE_S
    const tone = new OscillatorNode(audio, { frequency: hertz })
    const volume = new GainNode(audio, { gain: 0.2 })
    // Faded out: a note that is cut off clicks.
    volume.gain.setValueAtTime(0.2, from)
    volume.gain.linearRampToValueAtTime(0, from + TONE_S)
    tone.connect(volume).connect(audio.destination)
    tone.start(from)
    tone.stop(from + TONE_S)
  }
}
