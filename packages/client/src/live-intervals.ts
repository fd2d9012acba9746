/** Milliseconds between two requests for the current state, while there is no live connection. */
export const askIntervalMs = 15_000
