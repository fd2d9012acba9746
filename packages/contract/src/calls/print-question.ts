import * as z from 'zod/mini'
import { type Call, defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'

/** What names a question to print, for both spellings of the call (spec 3 §7). */
const printing = {
  source: 'spec 3 §7',
  base: 'api',
  path: 'print/Question/pdfAsLink',
  access: 'signed-in',
  query: z.object({
    questionId: guid,
    userGuid: guid,
    scheduleGuid: guid,
    scheduleType: queryNumber,
    examGuid: guid,
    examTypeGuid: guid,
    formRunGuid: guid,
    filename: text(300),
  }),
  /**
   * `link` is below the API endpoint and is opened with `&inline=true`. It works for minutes, in the browser and the session that
   * asked for it. With `error` there is none, in words for the learner.
   */
  reply: z.object({ link: z.optional(z.string()), error: z.optional(z.string()) }),
  refusals: [
    'NOT_FOUND',
    'FORM_RUN_COMPLETED',
    'EXAM_PAUSED',
    'PART_SEALED',
    'PART_CLOSED',
    'TIME_OVER',
    'PROCTORING_REQUIRED',
    'SAFE_EXAM_BROWSER_REQUIRED',
  ],
} as const satisfies Omit<Call, 'name' | 'summary' | 'method'>

/** Makes a PDF of a question's text in the caller's running exam. */
export const printQuestion = defineCall({
  name: 'printQuestion',
  summary: 'Prints the text of a question',
  method: 'GET',
  ...printing,
})

/** The same, for callers that post; its body is empty. */
export const postPrintQuestion = defineCall({
  name: 'postPrintQuestion',
  summary: 'Prints the text of a question, with an empty body',
  method: 'POST',
  ...printing,
})

/**
 * The PDF behind the link of {@link printQuestion}. Its bytes are the answer, not JSON. `inline` is `true` where a browser is to show
 * it, and not to save it.
 */
export const printedQuestion = defineCall({
  name: 'printedQuestion',
  summary: 'A printed question as a PDF',
  source: 'spec 3 §7',
  method: 'GET',
  base: 'api',
  path: 'print/Question/pdf',
  access: 'anyone',
  query: z.object({ token: text(2000), inline: z.optional(text(10)) }),
  reply: z.unknown(),
  refusals: [
    'NOT_FOUND',
    'FORM_RUN_COMPLETED',
    'EXAM_PAUSED',
    'PART_SEALED',
    'PART_CLOSED',
    'TIME_OVER',
    'NOT_ALLOWED',
    'PROCTORING_REQUIRED',
    'SAFE_EXAM_BROWSER_REQUIRED',
    'BUSY',
  ],
})
