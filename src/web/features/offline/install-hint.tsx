import { useQuery } from '@tanstack/react-query'
import { currentUser } from '../../data/user.ts'
import { useInstall } from '../../offline/install.ts'

/** How to get the app onto the home screen, until it is there or the hint is closed. */
export const InstallHint = () => {
  const { way, dismissed, install, dismiss } = useInstall()
  const { data: user } = useQuery(currentUser())
  if (!user || dismissed || way === 'none') return null
  return (
    <div className="line">
      {way === 'button' ? (
        <>
          <p>Open it from the home screen, even without a connection</p>
          <button className="line-button" type="button" onClick={() => void install()}>
            Install
          </button>
        </>
      ) : (
        <p>
          To put Hockey Pool on the home screen, tap <strong>Share</strong>, then <strong>Add to Home Screen</strong>
        </p>
      )}
      <button className="line-close" type="button" aria-label="Close" onClick={dismiss}>
        &times;
      </button>
    </div>
  )
}
