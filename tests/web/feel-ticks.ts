import { onTestFinished } from 'vitest'

/** The vibrations of this test, in ms, on a device that has them. */
export const feelTicks = (): number[] => {
  const felt: number[] = []
  Object.assign(navigator, { vibrate: (ms: number) => felt.push(ms) > 0 })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'vibrate'))
  return felt
}
