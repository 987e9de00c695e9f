/** An answer that cannot be used, in a sentence for the person who runs the import. Nothing of it has been written. */
export class SourceRefusal extends Error {}

/** The source gave no answer after all tries: stop here, the next run goes on. */
export class SourceUnavailable extends Error {
  /** How long it wants to be left alone, if it said so. */
  readonly retryAfterMs: number | null

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Something the source does not have (404). */
export class SourceHasNone extends SourceRefusal {}
