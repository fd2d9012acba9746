import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber, text } from '../entities/fields.ts'

/**
 * Takes the second step back to its setup. A password alone must not be enough for that, so before the step is passed it asks for a
 * proof: the first call mails a code and answers `reset: false` with `confirmation: 'email'`; the same call with that `code`
 * answers `reset: true`, or `reset: false` again where the code is wrong. `confirmation: 'administrator'`: only an administrator
 * can reset it, who calls this with the learner's `userID`. After the step is passed it answers `confirmation: 'password'`, and
 * only `postMfaReset` with the account's `password` resets: whoever finds a browser that is signed in must not keep it so.
 */
export const mfaReset = defineCall({
  name: 'mfaReset',
  summary: 'Take the second step back to its setup',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/mfa/reset',
  access: 'signed-in',
  beforeMfa: true,
  query: z.object({ userID: queryNumber, code: z.optional(text(200)) }),
  reply: z.object({ reset: z.boolean(), confirmation: z.optional(z.enum(['email', 'administrator', 'password'])) }),
  refusals: [],
})

/** The same with the code, or the password, in the body, where no log and no history of a browser keeps it. Ours. */
export const postMfaReset = defineCall({
  name: 'postMfaReset',
  summary: 'Take the second step back to its setup, with what proves it in the body',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/mfa/reset',
  access: 'signed-in',
  beforeMfa: true,
  body: z.object({ userID: z.int(), code: z.optional(text(200)), password: z.optional(text(20_000)) }),
  reply: mfaReset.reply,
  refusals: [],
})
