/** What all connections may take together, and those of one address. */
export interface ConnectionLimits {
  /** Connections that are open at once. */
  readonly connections: number
  readonly connectionsPerAddress: number
  /** Those of them whose request has not come whole. */
  readonly unfinished: number
  readonly unfinishedPerAddress: number
  /** Bytes of requests that are held in memory until they have come whole. */
  readonly heldBytes: number
  readonly heldBytesPerAddress: number
  /** Bytes of answers that are held in memory, and of which nothing was taken for `patience.unreadMs`. */
  readonly unreadBytes: number
  readonly unreadBytesPerAddress: number
  /** Requests that wait for their answer. */
  readonly inFlight: number
  readonly inFlightPerAddress: number
}

const mebibyte = 1024 * 1024

/**
 * A school of 2,000 learners sits behind one address: each of them may have six connections, a live one beside them, and a save on its
 * way at one moment. Saves are far below 20 kB except for the longest essays, so 128 MiB are six thousand of them at once. The system takes
 * some hundred kilobytes of each answer before its reader does, so what waits beyond that is of few readers, and those of a slow line.
 */
export const defaultLimits = {
  connections: 40_000,
  connectionsPerAddress: 20_000,
  unfinished: 12_000,
  unfinishedPerAddress: 6000,
  heldBytes: 256 * mebibyte,
  heldBytesPerAddress: 128 * mebibyte,
  unreadBytes: 256 * mebibyte,
  unreadBytesPerAddress: 96 * mebibyte,
  inFlight: 20_000,
  inFlightPerAddress: 8000,
} as const satisfies ConnectionLimits

/**
 * How long a request may take to come, in milliseconds: so long, and as much longer as its bytes need at the least rate. A learner at
 * the edge of a mobile network sends some kilobytes a second.
 */
export const patience = {
  headMs: 20_000,
  longestHeadMs: 40_000,
  bodyMs: 20_000,
  /** Of a request that was refused already: what is left of it may come, so that its sender reads the answer. */
  refusedMs: 15_000,
  bytesPerSecond: 500,
  /** Of a connection on which nothing was ever sent: browsers open some ahead of time. */
  unusedMs: 60_000,
  /** Of an answer of which nothing is taken, as far as it can be seen: what lies ready as one piece is gone all at once. */
  answerMs: 120_000,
  /** Of an answer of which nothing is taken, before it counts among those that are left unread. */
  unreadMs: 5000,
  /** So much longer for what lies ready: a connection at the edge takes some kilobytes a second, and each is written whole. */
  answerBytesPerSecond: 4000,
  /** Bytes that wait on a live connection: its events have some hundred bytes each, and a browser takes them as they come. */
  liveBytes: 262_144,
} as const
