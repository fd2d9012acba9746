import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber } from '../entities/fields.ts'

/** The secret for an authenticator app, while none is set up: NOT_ALLOWED afterwards. `url` is what the QR code holds. */
export const mfaQrCode = defineCall({
  name: 'mfaQrCode',
  summary: 'Set up an authenticator app',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/mfa/qrcode',
  access: 'signed-in',
  beforeMfa: true,
  query: z.object({ userID: queryNumber }),
  reply: z.object({
    /** In base 32. */
    secret: z.string(),
    /** `otpauth://totp/…` */
    url: z.string(),
  }),
  refusals: [],
})
