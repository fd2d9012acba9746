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

/** Settings of an organisation, by name, in the order asked for: what a sign-in needs, in one call. `null` as for `setting`. */
export const namedSettings = defineCall({
  name: 'namedSettings',
  summary: 'Settings of the organisation, by name',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'api',
  path: 'security/api/Settings/settings',
  access: 'signed-in',
  beforeMfa: true,
  body: z.object({ orgID: queryNumber, settingNames: z.array(text(200)).check(z.maxLength(100)) }),
  reply: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  refusals: ['NOT_FOUND'],
})
