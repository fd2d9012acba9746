import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'

/** How a second step is shown. */
const way = z.enum(['email', 'textMessage', 'app'])

/**
 * What is left to do before the office opens: nothing, show a second step (`verify`), or set one up first. `ways` are those that may be
 * shown, or set up. `email`: enough of the address to which codes go for its owner to know which one it is.
 */
const secondStep = z.object({ is: z.enum(['none', 'verify', 'set-up']), ways: z.array(way), email: z.optional(z.string()) })

/** Opens a session of the office, in a cookie. Any cookie that comes along is ignored; no other session ends. Only for people who have a role. */
export const officeSignIn = defineCall({
  name: 'officeSignIn',
  summary: 'Sign in to the office',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/sign-in',
  access: 'anyone',
  office: 'named',
  body: z.object({ orgId: z.number().check(z.int()), username: text(200), password: text(1000) }),
  reply: z.object({ sessionId: guid, secondStep }),
  refusals: ['WRONG_CREDENTIALS', 'ACCOUNT_SUSPENDED', 'NOT_ALLOWED'],
})

/** The secret for an authenticator app that is being set up, with the address that its QR code holds. */
export const officeAppSecret = defineCall({
  name: 'officeAppSecret',
  summary: 'Set an authenticator app up for the office',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/second-step/app',
  access: 'signed-in',
  office: 'named',
  beforeMfa: true,
  body: z.object({}),
  reply: z.object({ secret: z.string(), url: z.string() }),
  refusals: [],
})

/** Sends a code by e-mail or text message. `sent`: false if there is nowhere to send it, or it could not be sent. */
export const officeSendCode = defineCall({
  name: 'officeSendCode',
  summary: 'Send a code for the second step of the office',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/second-step/send',
  access: 'signed-in',
  office: 'named',
  beforeMfa: true,
  body: z.object({ way: z.enum(['email', 'textMessage']) }),
  reply: z.object({ sent: z.boolean() }),
  refusals: [],
})

/**
 * Passes the second step: by a code of the given way, or by a recovery code. The session gets a new cookie. `recoveryCodes`: the first time, and
 * never again; each opens the office once.
 */
export const officeSecondStep = defineCall({
  name: 'officeSecondStep',
  summary: 'Pass the second step of the office',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/second-step',
  access: 'signed-in',
  office: 'named',
  beforeMfa: true,
  body: z.object({ code: text(100), way: z.enum(['email', 'textMessage', 'app', 'recovery']) }),
  reply: z.object({ passed: z.boolean(), recoveryCodes: z.optional(z.array(z.string())) }),
  refusals: [],
})
