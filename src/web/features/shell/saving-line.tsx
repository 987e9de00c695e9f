import './saving-line.css'
import { useWarmUp } from '../../offline/worker-channel.ts'

/** The progress of the first download, in the bar: nothing there is under it, and nothing moves. */
export const SavingLine = () => {
  const warmUp = useWarmUp()
  return warmUp && <p className="saving-line">{`Saving for offline: ${warmUp.done} of ${warmUp.total}`}</p>
}
