import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { currentUser } from '../../data/user.ts'

/** The start page: how to log in, or for a member the way to the standings. */
export function Landing() {
  const { data: user, isPending } = useQuery(currentUser())
  return (
    <div className="landing">
      <picture className="landing-art">
        <source media="(max-aspect-ratio: 1/1)" srcSet="/art/landing-narrow.svg" />
        <img src="/art/landing.svg" alt="Centre ice on a rink night: a stick and a puck on the red line" />
      </picture>
      <div className="landing-words">
        <h1 tabIndex={-1}>Fantasy League with Tradition. Since 1995.</h1>
        {user ? (
          <Link className="button" to="/standings">
            See the standings
          </Link>
        ) : (
          !isPending && <p>Click top right corner to log in.</p>
        )}
      </div>
    </div>
  )
}
