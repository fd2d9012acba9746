import * as z from 'zod/mini'
import { requestId } from '../entities/fields.ts'

/**
 * Ours, optional, on every call of a running form run. One writer (a tab) numbers what it sends from the highest sequence that
 * it knows of; a save with a lower sequence than the one held never replaces it.
 */
export const writer = {
  requestId,
  writerId: z.optional(z.uuid()),
  sequence: z.optional(z.number().check(z.int(), z.positive())),
}
