/** More saves than anybody makes from one opening of an exam to the next. */
export const sequencesEach = 100_000
/** Milliseconds for which one block of sequences stands: nobody opens an exam more often, again and again. */
const blockMs = 100
/** Milliseconds since 1970 (the beginning of 2020), from which all form runs count. */
const originMs = 1_577_836_800_000
/** Far below the highest sequence that a save may have, and reached in 2091: no clock gives a higher one. */
export const lastBlock = 2 ** 51

/** The block of sequences that a number is in: of two numbers in different blocks the higher was given at a later moment. */
export const blockOf = (sequence: number): number => Math.floor(sequence / sequencesEach)

/**
 * The least number after which a page numbers its saves that opens a form run at a moment (milliseconds of the server's clock), whatever
 * the server knows of numbers that were set aside before: a database that was set back forgot some, and time continues. A page's numbers
 * begin there, or `sequencesEach` above the highest that is known, whichever is higher: so whoever opens an exam later outranks all that
 * was typed elsewhere until then, however much of it has yet to be sent. All form runs count from one moment: so it holds also of answers of
 * one that is lost, which go under their numbers into the one that takes its place.
 */
export const leastAfter = (nowMs: number): number =>
  Math.min(lastBlock, Math.max(0, Math.floor((nowMs - originMs) / blockMs)) * sequencesEach)
