import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'

/**
 * The settings of Safe Exam Browser for an exam, as the program opens them: a `.seb` file, not JSON. The program asks for it itself, with
 * no session of anybody's, so the address has a token.
 */
export const sebFile = defineCall({
  name: 'sebFile',
  summary: 'The settings of Safe Exam Browser for an exam',
  source: 'ours: proctored exams',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/seb/exam.seb',
  access: 'anyone',
  query: z.object({ token: text(2000) }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND'],
})
