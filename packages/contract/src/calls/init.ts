import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { clientInit } from '../entities/organisation.ts'

/** Finds the organisation whose address was opened: by host, `/clients/{name}` or `/login?{urlToken}` (decisions). */
export const init = defineCall({
  name: 'init',
  summary: 'The organisation of an address',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'api',
  path: 'security/api/Client/init',
  access: 'anyone',
  body: z.object({ url: text(4000) }),
  reply: clientInit,
  refusals: [],
})
