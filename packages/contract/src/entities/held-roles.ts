import * as z from 'zod/mini'
import { permissions, roles } from '../roles.ts'
import { personGrant } from './office-people.ts'

/** Which roles a list shows: those in force now, those that begin later, those that ended by themselves, those that somebody withdrew, or all. */
export const shownHeldRoles = ['current', 'coming', 'over', 'withdrawn', 'all'] as const

/** In which kind of part of the organisation the roles of a list are held. */
export const heldScopeKinds = ['all', 'organisation', 'centre', 'room', 'group'] as const

/** By what a list of roles is sorted; `role`: the most powerful first; `until`: what has no end comes last. */
export const heldRoleSorts = ['name', 'role', 'from', 'until', 'granted'] as const

/** A role that somebody holds, will hold or held, with whose it is. */
export const heldRole = z.object({
  userID: z.number().check(z.int()),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isSuspended: z.boolean(),
  /** The caller may see the person's page. */
  mayOpen: z.boolean(),
  grant: personGrant,
})
export type HeldRole = z.infer<typeof heldRole>

/** A built-in role, with all that it allows. */
export const builtInRole = z.object({ role: z.enum(roles), permissions: z.array(z.enum(permissions)) })
export type BuiltInRole = z.infer<typeof builtInRole>
