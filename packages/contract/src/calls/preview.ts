import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answer } from '../entities/answer.ts'
import { attemptState } from '../entities/attempt-state.ts'
import { examContent } from '../entities/exam-content.ts'
import { guid, text } from '../entities/fields.ts'
import { legacyControl } from './legacy-control.ts'

/** What decides a draw. The same seed draws the same questions, in the same order and with the same values. */
const seed = z.string().check(z.regex(/^[\w-]{1,64}$/))

/**
 * Opens a preview of a version of an exam. The token is a bearer token of the `preview…` calls, and of no others; it holds for `validSeconds`, and no longer
 * than the session of the office and the permission. Each goes into the security log. Nothing else is stored.
 */
export const officePreview = defineCall({
  name: 'officePreview',
  summary: 'Preview an exam',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/library/preview',
  access: { permission: 'exams.write', scope: ['examGuid'] },
  office: 'named',
  body: z.object({ examGuid: guid, version: z.number().check(z.int(), z.positive()) }),
  reply: z.object({
    token: z.string(),
    validSeconds: z.number(),
    examName: z.string(),
    /** Whether chance decides anything of it: which questions there are, their order or their values. */
    isDrawn: z.boolean(),
    /** Whether answers decide which of its parts a learner is asked. */
    isRouted: z.boolean(),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * The content of the previewed exam as a learner gets it before the start, without anybody's answers and without sealed parts: all parts are there. Its
 * `resourceToken` opens the files of this version.
 */
export const previewExam = defineCall({
  name: 'previewExam',
  summary: 'The content of a previewed exam',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'preview/api/exam',
  access: 'preview',
  body: z.object({ seed }),
  reply: examContent,
  refusals: ['NOT_FOUND'],
})

/**
 * How a question of the previewed exam stands after some attempts, the last of which is new: by the same rules as in a sitting. What was tried comes with the
 * call, and is not stored.
 */
export const previewAttempt = defineCall({
  name: 'previewAttempt',
  summary: 'Check an answer of a preview',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'preview/api/attempt',
  access: 'preview',
  largestBodyBytes: 4 * 1024 * 1024,
  body: z.object({
    seed,
    questionId: guid,
    attempts: z
      .array(z.object({ answer: z.optional(answer), ending: z.optional(z.int().check(z.nonnegative(), z.maximum(9))) }))
      .check(z.minLength(1), z.maxLength(50)),
  }),
  reply: attemptState,
  refusals: ['NOT_FOUND'],
})

/** A setting of the organisation, as `setting` answers it to a learner. */
export const previewSetting = defineCall({
  name: 'previewSetting',
  summary: 'A setting of the organisation in a preview',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'preview/api/setting',
  access: 'preview',
  query: z.object({ settingName: text(200) }),
  reply: z.object({ value: z.nullable(z.string()) }),
  refusals: [],
})

/** The HTML of a legacy control, as `legacyControl` answers it in a sitting. */
export const previewControl = defineCall({
  name: 'previewControl',
  summary: 'The HTML of a legacy control in a preview',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'preview/api/control',
  access: 'preview',
  replyEncoding: 'text',
  largestBodyBytes: legacyControl.largestBodyBytes,
  body: legacyControl.body,
  reply: legacyControl.reply,
  refusals: ['NOT_FOUND'],
})
