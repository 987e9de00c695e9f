/** The database is out of reach, stopping, starting or too busy. Nothing has been changed, except as below. */
export class DatabaseUnavailable extends Error {
  constructor(cause?: unknown, sentence = 'The league does not answer at the moment. Please try again shortly.') {
    super(sentence)
    this.cause = cause
  }
}

/** A full or failing disk, or a server that has become read-only. Nothing has been changed. */
export class DatabaseUnwritable extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'The league cannot save anything at the moment. Nothing was changed; please try again later.')
  }
}

/** The answer to a COMMIT was lost: everything was done, or nothing. */
export class OutcomeUnknown extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'The league stopped answering. Whether this was done shows in a moment.')
  }
}
