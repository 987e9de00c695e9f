import { useConnection } from '../../offline/connection.ts'
import { useWarmUp } from '../../offline/worker-channel.ts'
import { asOfText } from '../../ui/time/relative-time.ts'
import { useShownAge } from './use-shown-age.ts'

/** Says that there is no connection, or that the figures are old; nothing when all is well. */
export const QuietLine = () => {
  const { online } = useConnection()
  const { fetchedAt, failed } = useShownAge()
  const warmUp = useWarmUp()
  const asOf = asOfText(fetchedAt, new Date(), false)

  if (!online) return <p className="line">{asOf ? `Offline · figures ${asOf}` : 'Offline'}</p>
  if (failed) return <p className="line">{`The server could not send new figures · ${asOf}`}</p>
  if (warmUp) {
    return <p className="line late">{`Saving for use without a connection: ${warmUp.done} of ${warmUp.total}`}</p>
  }
  return null
}
