/** More saves than anybody makes from one opening of an exam to the next. */
export const sequencesEach = 1_000_000
/** Milliseconds for which one block of sequences stands: nobody opens an exam more often, again and again. */
const blockMs = 100
/** Far below the highest sequence that a save may have, and reached after seven years. */
const lastBlock = 2 ** 51

/**
 * The number after which a page numbers its saves that opens a form run at a moment (milliseconds of the server's clock). Above all
 * that was set aside before, so that whoever opens an exam later outranks whoever opened it earlier, however many saves that one has
 * yet to send. And above what the moment alone says: a database that was set back doesn't know what it had set aside since, and
 * time goes on. `last` is the highest number that the server knows of.
 */
export const sequencesAfter = (last: number, startedMs: number, nowMs: number): number =>
  Math.max(last + sequencesEach, leastAfter(startedMs, nowMs))

/** What the moment alone says. */
export const leastAfter = (startedMs: number, nowMs: number): number =>
  Math.min(lastBlock, Math.max(0, Math.floor((nowMs - startedMs) / blockMs)) * sequencesEach)
