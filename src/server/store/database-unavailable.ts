import { HttpError } from '../http-error.ts'

/**
 * The database is out of reach, stopping, starting or too busy. What was asked of it may have been done all the same:
 * the answer to a COMMIT can be lost, too.
 */
export class DatabaseUnavailable extends HttpError {
  constructor(cause?: unknown) {
    super(503, 'UNAVAILABLE', 'The league does not answer at the moment. Please try again shortly.')
    this.cause = cause
  }
}
