import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber, text } from '../entities/fields.ts'

/** One setting of an organisation, by name (spec 1 §3). `null` where the organisation has none: the player's default holds. */
export const setting = defineCall({
  name: 'setting',
  summary: 'A setting of the organisation',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/api/Settings/setting',
  access: 'signed-in',
  beforeMfa: true,
  query: z.object({ orgID: queryNumber, settingName: text(200) }),
  reply: z.object({ value: z.nullable(z.string()) }),
  refusals: ['NOT_FOUND'],
})
