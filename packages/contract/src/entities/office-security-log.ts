import * as z from 'zod/mini'

/** Somebody of the organisation, or what the log has in their place: `command:…`, `import`, a guid of somebody who was erased. */
const someone = z.object({ name: z.string(), userID: z.optional(z.number()) })

/** One event of the security log. What its organisation keeps no longer has `isErased`, and nothing but its number, moment and kind. */
export const logEvent = z.object({
  number: z.number(),
  /** ISO 8601. */
  at: z.string(),
  /** As `docs/security-log.md` lists them. */
  kind: z.string(),
  isErased: z.boolean(),
  /** Whom it concerns. */
  person: z.optional(someone),
  /** The name as it was given, if that is all that is known. */
  username: z.optional(z.string()),
  author: z.optional(someone),
  address: z.optional(z.string()),
  what: z.optional(z.string()),
  /** What it was done to, field by field. */
  target: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
  /** How often, if it represents several. */
  times: z.optional(z.number()),
})
export type LogEvent = z.infer<typeof logEvent>
