import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/**
 * Remembers this device, right after `mfaVerify` answered true: `deviceToken` goes with the next sign-ins as `mfaDeviceToken`, for the
 * organisation's MfaRememberMeDays. NOT_ALLOWED where the step wasn't passed by a code in this session, or the days are under 1.
 */
export const mfaRemember = defineCall({
  name: 'mfaRemember',
  summary: 'Remember a device that passed the second step',
  source: 'spec 1 §2',
  method: 'POST',
  base: 'api',
  path: 'security/mfa/remember',
  access: 'signed-in',
  body: z.object({ userID: z.number().check(z.int()) }),
  reply: z.object({
    deviceToken: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  refusals: [],
})
