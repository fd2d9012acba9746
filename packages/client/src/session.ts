import * as z from 'zod/mini'

/** Who is signed in (spec 1 §3, user session). */
export const user = z.object({
  id: z.number(),
  guid: z.string().check(z.minLength(1)),
  languageId: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  /** `YYYY-MM-DD`. */
  dateOfBirth: z.optional(z.string()),
  admin: z.boolean(),
  learnerIdentifier: z.optional(z.string()),
  email: z.optional(z.string()),
  publicExamUserName: z.optional(z.string()),
})
export type User = z.infer<typeof user>

/** The organisation whose address was opened (spec 1 §3, client session). */
export const client = z.object({ id: z.number(), urlToken: z.string() })
export type Client = z.infer<typeof client>

export const tokens = z.object({ access: z.string().check(z.minLength(1)), refresh: z.string().check(z.minLength(1)) })
export type Tokens = z.infer<typeof tokens>

/** A session is valid only when all three are there (spec 1 §3). The tokens change with every refresh: the client holds them. */
export interface Session {
  readonly user: User
  readonly client: Client
}
