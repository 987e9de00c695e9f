/** A reason not to start, in one sentence for the person who starts the server; shown without a stack. */
export class StartRefusal extends Error {}
