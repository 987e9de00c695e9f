/** After a launch: well after the first screen has what it needs. */
export const AT_REST_MS = 2_000
