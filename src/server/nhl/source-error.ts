/** An answer that cannot be used, in a sentence for the person who runs the import. Nothing of it has been written. */
export class SourceRefusal extends Error {}

/** The source gave no answer after all tries: stop here, the next run goes on. */
export class SourceUnavailable extends Error {}

/** Something the source does not have (404). */
export class SourceHasNone extends SourceRefusal {}
