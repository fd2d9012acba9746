import * as z from 'zod/mini'
import { requestId } from '../entities/fields.ts'

/**
 * The number of a save. Its limit leaves room to count on from it: SQLite's driver reads no integer above 2 ** 53 - 1, and would
 * refuse every list that such a row is in.
 */
export const sequence = z.number().check(z.int(), z.positive(), z.maximum(2 ** 52))

/**
 * How many saves of the form run the server had counted when the browser last heard of it. The reply counts them again: never less,
 * unless the database was set back.
 */
export const heard = z.optional(z.int().check(z.nonnegative()))

/** The server's own seal under such a count: with it the word of a browser shows that its database has forgotten some. */
export const savesSeal = z.optional(z.string().check(z.maxLength(64)))

/**
 * Ours, optional, on every call of a running form run. One writer (a tab) numbers what it sends from the highest sequence that
 * it knows of; a save with a lower sequence than the one held never replaces it.
 */
export const writer = {
  requestId,
  writerId: z.optional(z.uuid()),
  sequence: z.optional(sequence),
}
