/** Milliseconds between two questions how the exam stands, while there is no live connection. */
export const askIntervalMs = 15_000
