import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/** Whether the rubric was confirmed in this session: until then no exam starts. */
export const rubricState = defineCall({
  name: 'rubricState',
  summary: 'Check whether the rubric was confirmed',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'security/api/Session/rubric',
  access: 'signed-in',
  query: z.object({ userGuid: guid }),
  reply: z.object({ confirmed: z.boolean() }),
  refusals: [],
})
