import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { maxAnswerCharacters } from '../entities/answer.ts'
import { guid, text } from '../entities/fields.ts'

/** A property of a legacy control, as its question lists it. */
export const controlProperty = z.object({ name: text(100), value: text(20_000) })
export type ControlProperty = z.infer<typeof controlProperty>

/**
 * The HTML of a legacy control for its frame. `initialData` is the answer that the learner has given so far. The path is ours; the
 * answer is the HTML itself, not JSON.
 */
export const legacyControl = defineCall({
  name: 'legacyControl',
  summary: 'The HTML of a legacy control',
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'ascx/api/Ascx/control',
  access: 'signed-in',
  replyEncoding: 'text',
  largestBodyBytes: 4 * 1024 * 1024,
  body: z.object({
    questionID: guid,
    controlName: text(200),
    initialData: z._default(text(maxAnswerCharacters), ''),
    props: z._default(z.array(controlProperty).check(z.maxLength(100)), []),
  }),
  reply: z.string(),
  refusals: ['NOT_FOUND'],
})
