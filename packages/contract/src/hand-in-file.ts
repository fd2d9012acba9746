import * as z from 'zod/mini'
import { usedTimes } from './calls/take-place.ts'
import { guid, text } from './entities/fields.ts'

export const handInFormat = 'sitwell-hand-in'
export const handInVersion = 1

/** Most bytes of a file of answers: many times what an exam of essays comes to. */
export const maxHandInBytes = 64 * 1024 * 1024

/**
 * What a learner hands to staff if it can't be sent: all that their device has of the answers of one form run, as `saveAnswer` takes
 * them. `sitwell hand-in` reads it.
 */
export const handInFile = z.object({
  format: z.literal(handInFormat),
  formatVersion: z.literal(handInVersion),
  /** For whoever opens it: what it is, and what to do with it. */
  about: text(2000),
  /** By the device's clock, ISO 8601. */
  madeAt: text(40),
  orgId: z.int(),
  learner: z.object({ guid, name: text(1000) }),
  exam: z.object({ guid, name: text(1000) }),
  scheduleGuid: guid,
  formRunGuid: guid,
  /** Of the database that knew the form run; absent if none told of itself. */
  generation: z.optional(guid),
  /** The learner had finished. */
  finished: z.boolean(),
  /** What was used of the time, by the device, as `takePlace` takes it. */
  used: usedTimes,
  answers: z
    .array(
      z.object({
        /** The server has acknowledged it: it is here in case that the server has lost it. */
        onServer: z.boolean(),
        /** Why it was refused for good. */
        refused: z.optional(text(2000)),
        /** The body of `saveAnswer` with its request id. Each is read by itself: one that can't be taken holds none of the others up. */
        save: z.record(z.string(), z.unknown()),
      }),
    )
    .check(z.maxLength(20_000)),
  /** Files that are on the device alone; their bytes aren't in here. */
  files: z.array(z.object({ fileGuid: guid, fileName: text(1000), fileSize: z.number() })).check(z.maxLength(1000)),
  /** Over all of the above; absent if the device had no secret, or could not use it. */
  seal: z.optional(text(64)),
})
export type HandInFile = z.infer<typeof handInFile>
