import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { roles } from '../roles.ts'

/** A moment as ISO 8601, with its offset. */
const moment = text(40)

const userID = z.number().check(z.int())

/**
 * Gives somebody a role in the whole organisation, from–until. Nobody grants what they don't have themselves, for as long. `isNew`: false if the
 * person has the role already.
 */
export const officeGrantRole = defineCall({
  name: 'officeGrantRole',
  summary: 'Give somebody a role',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/roles/grant',
  access: { permission: 'roles.grant', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID, role: z.enum(roles), from: z.optional(moment), until: z.optional(moment) }),
  reply: z.object({ isNew: z.boolean() }),
  refusals: ['NOT_FOUND'],
})

/** Withdraws a role of somebody; it stays listed, with the reason. The last owner keeps theirs. */
export const officeWithdrawRole = defineCall({
  name: 'officeWithdrawRole',
  summary: 'Withdraw a role',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/roles/withdraw',
  access: { permission: 'roles.grant', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID, role: z.enum(roles), reason: text(1000).check(z.minLength(1)) }),
  reply: z.object({}),
  refusals: ['NOT_FOUND', 'LAST_OWNER'],
})
