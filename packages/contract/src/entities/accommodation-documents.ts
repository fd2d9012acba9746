import * as z from 'zod/mini'
import { guid } from './fields.ts'

/** Bytes of the largest document behind an accommodation. */
export const largestDocumentBytes = 10 * 1024 * 1024

/** Documents that one accommodation may have, removed ones not counted. */
export const mostDocuments = 20

/** What a document may be, by its own bytes: whatever its name says. */
export const documentKinds = ['pdf', 'picture'] as const

/** Somebody opened a document. */
const opened = z.object({
  /** The name of a person. */
  by: z.string(),
  /** ISO 8601. */
  at: z.string(),
})

/** A document behind an accommodation. Of one that was removed its name and its bytes are gone, and who had opened it stays. */
export const accommodationDocument = z.object({
  documentID: guid,
  accommodationID: guid,
  /** Missing once it was removed. */
  name: z.optional(z.string()),
  kind: z.enum(documentKinds),
  bytes: z.number(),
  addedBy: z.string(),
  /** ISO 8601. */
  addedAt: z.string(),
  /** The last day on which it is kept, `YYYY-MM-DD`; without it the organisation's rule counts. */
  keepUntil: z.optional(z.string()),
  /** `retention`: it was kept long enough. */
  removed: z.optional(z.object({ at: z.string(), because: z.enum(['staff', 'retention']), by: z.optional(z.string()) })),
  /** Those who opened it last, at most 50, the latest first; and how often it was opened in all. */
  opened: z.array(opened),
  openedCount: z.number(),
})
export type AccommodationDocument = z.infer<typeof accommodationDocument>
