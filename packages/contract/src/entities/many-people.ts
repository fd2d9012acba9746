import * as z from 'zod/mini'

/** Most people whom one preview of an act is about. */
export const mostPeopleOfAct = 1000

/** People of one part of an act: this many are mailed within one request. */
export const peopleOfPart = 20

/**
 * Why nothing would be done to somebody. `no-address`: no mail reaches them; `no-mail`: the server sends none; `has-signed-in`: they need no invitation; `beyond`: they
 * may do more than the caller, who may not do this to them.
 */
export const actReasons = [
  ...(['not-found', 'self', 'beyond', 'suspended', 'not-suspended', 'last-owner'] as const),
  ...(['no-address', 'no-mail', 'has-signed-in'] as const),
] as const

/** What would be done to one of the people who were named. Nobody is named whom the caller may not see. */
export const plannedAct = z.object({
  userID: z.number(),
  username: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  /** Where the mail goes. */
  email: z.optional(z.string()),
  /** Missing if it would be done. */
  reason: z.optional(z.enum(actReasons)),
})
export type PlannedAct = z.infer<typeof plannedAct>

/**
 * What would be done to each of the people, in the order in which they were named. `parts`: whom it would be done to, in parts that are done one after the
 * other, each with the hash by which that is asked for.
 */
export const actPreview = z.object({
  people: z.array(plannedAct),
  totals: z.object({ done: z.number(), left: z.number() }),
  parts: z.array(z.object({ userIDs: z.array(z.number()), hash: z.string() })),
  canUndo: z.boolean(),
})
export type ActPreview = z.infer<typeof actPreview>

/** What happened to one of the people. `wait`: they were sent as many mails as one may have in a while. */
export const actResult = z.object({ userID: z.number(), is: z.enum(['done', 'failed', 'wait']) })
export type ActResult = z.infer<typeof actResult>
