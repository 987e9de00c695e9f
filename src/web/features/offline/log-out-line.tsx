import { useUnendedSession } from '../../offline/ending-session.ts'

/** After a logout that the server could not be told of. */
export const LogOutLine = () =>
  useUnendedSession() ? (
    <p className="line">You are logged out on this device. The server is told as soon as it can be reached.</p>
  ) : null
