/** Bytes of a worker's heap at the end of a test file from which on the next file gets a fresh worker. */
export const mostHeapBytes = 600 * 2 ** 20
