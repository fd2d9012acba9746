import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { roleScope } from '../entities/office-groups.ts'
import { roles } from '../roles.ts'

/** A moment as ISO 8601, with its offset. */
const moment = text(40)

const userID = z.number().check(z.int())

/**
 * Gives somebody a role from–until, in the whole organisation, or in one of its centres, rooms or groups. Nobody grants what they don't have themselves,
 * there and for as long. `isNew`: false if the person has the role already. NOT_FOUND: there is no such person, or no such centre, room or group.
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
  body: z.object({
    ...{ userID, role: z.enum(roles), from: z.optional(moment), until: z.optional(moment) },
    /** The whole organisation, if it is missing. */
    scope: z.optional(roleScope),
  }),
  reply: z.object({ isNew: z.boolean() }),
  refusals: ['NOT_FOUND', 'CLOSED'],
})

/**
 * Withdraws a role of somebody, in every part of the organisation in which they have it, or in one. It stays listed, with the reason. The last owner keeps
 * theirs.
 */
export const officeWithdrawRole = defineCall({
  name: 'officeWithdrawRole',
  summary: 'Withdraw a role',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/roles/withdraw',
  access: { permission: 'roles.grant', scope: ['userID'] },
  office: 'named',
  body: z.object({
    ...{ userID, role: z.enum(roles), reason: text(1000).check(z.minLength(1)) },
    /** Everywhere, if it is missing. */
    scope: z.optional(roleScope),
  }),
  reply: z.object({}),
  refusals: ['NOT_FOUND', 'LAST_OWNER'],
})
