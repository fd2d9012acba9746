import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber, text } from '../entities/fields.ts'

/** A file of an organisation, which its exams name as `~/ROOT/…`. `token` is that of any exam of the organisation. */
export const rootResource = defineCall({
  name: 'rootResource',
  summary: 'A file of an organisation',
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'resource/ROOT/*',
  access: 'anyone',
  params: z.object({ '*': text(500) }),
  query: z.object({ orgID: queryNumber, token: z.optional(text(500)) }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND'],
})
