import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber, text } from '../entities/fields.ts'

/**
 * Takes the second step back to its setup. A password alone must not be enough, so before the step is passed a proof is needed:
 * the first call mails a code and returns `reset: false` with `confirmation: 'email'`; the same call with that `code` returns
 * `reset: true`, or `reset: false` again if the code is wrong. `confirmation: 'administrator'`: only an administrator can reset
 * it, by a call with the learner's `userID`. After the step is passed it returns `confirmation: 'password'`, and only
 * `postMfaReset` with the account's `password` resets it: a person at somebody else's signed-in browser must not be able to.
 */
export const mfaReset = defineCall({
  name: 'mfaReset',
  summary: 'Reset the second step',
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

/** The same with the code, or the password, in the body, which keeps it out of logs and browser histories. Ours. */
export const postMfaReset = defineCall({
  name: 'postMfaReset',
  summary: 'Reset the second step, with the proof in the body',
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
