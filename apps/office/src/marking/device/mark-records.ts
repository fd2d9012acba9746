import type { Shape } from '@sitwell/storage/indexed-db-store'
import type { RecordFormat } from '@sitwell/storage/record-format'
import * as z from 'zod/mini'

/**
 * What the office keeps in this browser: marks on their way to the server, those that it refused, the entries that marks became which another one
 * builds on, what was entered and isn't stored as a mark yet, and, sealed with the key of their tab, the responses that wait (decision 184).
 */
export const officeDatabase = {
  name: 'sitwell-office',
  version: 2,
  places: ['requests', 'setAside', 'entries', 'drafts', 'responses'],
  placeOfBlobs: 'drafts',
} as const satisfies Shape<string>

export type DevicePlace = (typeof officeDatabase.places)[number]

const marks = z.number()
const points = z.array(z.object({ criterion: z.string(), marks }))
const whole = z.number().check(z.int(), z.nonnegative())

/** A mark as the call takes it, but for what is known only when it is sent: its request id, and the entry that it is based on. */
const givenSchema = z.object({
  marks: z.optional(marks),
  points: z.optional(points),
  schemeVersion: z.optional(whole),
  sequence: z.optional(whole),
  files: z.optional(z.string()),
  comment: z.optional(z.string()),
  learnerComment: z.optional(z.string()),
  isFlagged: z.optional(z.boolean()),
  cannotMark: z.optional(z.object({ reason: z.string() })),
})
export type Given = z.infer<typeof givenSchema>

/** A mark on its way to the server. */
const markSchema = z.object({
  format: z.literal(1),
  /** The request id that goes with the call, the same for every attempt. */
  id: z.string(),
  /** Marks of one person leave in this order. */
  order: whole,
  userGuid: z.string(),
  failed: z.boolean(),
  type: z.literal('mark'),
  responseID: z.string(),
  queueID: z.string(),
  /** The short name of the response, to talk about it. */
  code: z.string(),
  given: givenSchema,
  /** The newest entry of the response that the marker saw; 0 if there was none. */
  seen: whole,
  /** The request id of the mark on this device that this one replaces: then it is based on what that one became. */
  after: z.optional(z.string()),
  /** The generation of the database in which `seen` counts; missing if no reply had named one yet. */
  generation: z.optional(z.string()),
})
export type MarkRecord = z.infer<typeof markSchema>
export const markFormat: RecordFormat<MarkRecord> = { format: 1, schema: markSchema, upgrades: {} }

/**
 * Which entry of its response a mark became, by the id of its request; and the mark itself, with when it was acknowledged (ms since 1970) and by which generation of the database, so
 * that it goes again after a database was set back.
 */
const entrySchema = z.object({
  format: z.literal(1),
  requestId: z.string(),
  entry: whole,
  acknowledged: z.optional(z.object({ mark: markSchema, atMs: z.number(), generation: z.string() })),
})
export type EntryRecord = z.infer<typeof entrySchema>
export const entryFormat: RecordFormat<EntryRecord> = { format: 1, schema: entrySchema, upgrades: {} }

/** What was entered for a response, before it is stored as a mark. */
const draftSchema = z.object({
  format: z.literal(1),
  points: z.record(z.string(), z.string()),
  comment: z.string(),
  learnerComment: z.string(),
  isFlagged: z.boolean(),
  /** The save and the entry that were seen: of another one it is no draft any more. */
  sequence: z.optional(whole),
  seen: whole,
})
export type DraftRecord = z.infer<typeof draftSchema>
export const draftFormat: RecordFormat<DraftRecord> = { format: 1, schema: draftSchema, upgrades: {} }

/** What a tab has sealed: a response, the line of a queue, or a file. */
const sealedSchema = z.object({
  format: z.literal(1),
  /** When it was written, in milliseconds since 1970. */
  atMs: z.number(),
  iv: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
  bytes: z.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer),
})
export const sealedFormat: RecordFormat<z.infer<typeof sealedSchema>> = { format: 1, schema: sealedSchema, upgrades: {} }
