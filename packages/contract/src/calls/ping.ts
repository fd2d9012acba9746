import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/** Success means online: 200 once the server can save an answer. */
export const ping = defineCall({
  name: 'ping',
  summary: 'Whether the server can save an answer',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'site',
  path: 'ping',
  access: 'anyone',
  reply: z.object({ status: z.literal('ok') }),
  refusals: ['CANNOT_SAVE'],
})
