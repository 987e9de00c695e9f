import { Link } from '@tanstack/react-router'

export const NotFound = () => (
  <div className="page">
    <h1 tabIndex={-1}>Page not found</h1>
    <p className="page-text">There is nothing at this address.</p>
    <Link className="button" to="/">
      Go to Home
    </Link>
  </div>
)
