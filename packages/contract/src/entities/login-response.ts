import * as z from 'zod/mini'

/** What a sign-in answers (spec 1 §3). */
export const loginResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.optional(z.string()),
  /** Seconds. */
  expires_in: z.optional(z.number()),
  UserLanguageID: z.number(),
  UserID: z.number(),
  UserGUID: z.string(),
  UserFirstName: z.string(),
  UserLastName: z.string(),
  /** `YYYY-MM-DD`, or null if none is known. */
  DOB: z.nullable(z.string()),
  Admin: z.boolean(),
  NINumber: z.nullable(z.string()),
  Email: z.nullable(z.string()),
  /** Until `mfaVerify` answers true, calls other than those of the second step are refused with MFA_REQUIRED. */
  MfaRequired: z.boolean(),
  /** 0 not set, 1 email, 2 text message, 3 app. */
  MfaOption: z.number(),
  UserTypeID: z.number(),
  /** Whether text messages with codes can reach them: a page offers none otherwise. */
  HasPhone: z.optional(z.boolean()),
})
export type LoginResponse = z.infer<typeof loginResponse>
