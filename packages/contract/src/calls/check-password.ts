import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'

/** Checks an exam's password on the server; a true result lets this session fetch and start the exam. */
export const checkPassword = defineCall({
  name: 'checkPassword',
  summary: "Check an exam's password",
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/checkpassword',
  access: 'signed-in',
  body: z.object({ scheduleGuid: guid, password: text(200), userGuid: guid }),
  /** An older server may omit `result`; the player then shows that (spec 2 §4). */
  reply: z.object({ result: z.optional(z.boolean()) }),
  refusals: ['NOT_FOUND'],
})
