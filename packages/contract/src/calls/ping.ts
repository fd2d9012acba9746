import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/** Success means online: 200 once the server can save an answer. */
export const ping = defineCall({
  name: 'ping',
  summary: 'Check that the server can save an answer',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'site',
  path: 'ping',
  access: 'anyone',
  reply: z.object({
    status: z.literal('ok'),
    /** Where the machine's clock jumped and isn't followed: how far it is ahead, negative where behind, in seconds. */
    clock: z.optional(
      z.object({
        aheadSeconds: z.number(),
        /** Nothing tells how long no server ran: an operator is to say whether the machine's clock is right. */
        held: z.boolean(),
      }),
    ),
    /** Where the disk of the server has little room left: how much, in megabytes. */
    room: z.optional(z.object({ freeMegabytes: z.number() })),
    /** Where the operator's own learning record store doesn't take what it is handed: since how long, in seconds. */
    statements: z.optional(z.object({ failingSeconds: z.number() })),
  }),
  refusals: ['CANNOT_SAVE'],
})
