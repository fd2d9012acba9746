import * as z from 'zod/mini'
import { guid, text } from './entities/fields.ts'

/**
 * What the frame of a preview tells the page of the office around it: that it is there, and waits for what it is to show, or that its token holds no more.
 * Both are windows of one origin, and each takes messages of the other window alone.
 */
export const previewRequest = z.object({
  about: z.literal('sitwell-preview'),
  wants: z.enum(['start', 'token']),
})
export type PreviewRequest = z.infer<typeof previewRequest>

/** What the frame is given: in a message and in no address, because addresses are in logs and in the history of the browser. */
export const previewStart = z.object({
  about: z.literal('sitwell-preview'),
  /** The bearer token of the `preview…` calls; undefined if the office could not get one. */
  token: z.optional(text(4000)),
  examGuid: guid,
  version: z.number(),
  /** By which the exam is drawn. */
  seed: text(64),
  urlToken: text(200),
  languageId: z.number(),
  person: z.object({ firstName: text(200), lastName: text(200) }),
})
export type PreviewStart = z.infer<typeof previewStart>
