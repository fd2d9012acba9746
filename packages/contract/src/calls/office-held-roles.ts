import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { builtInRole, heldRole, heldRoleSorts, heldScopeKinds, shownHeldRoles } from '../entities/held-roles.ts'
import { permissions, roles } from '../roles.ts'

/**
 * Who holds which role, a page at a time: in the whole organisation; for a caller who has the permission in parts of it alone, what is held in those parts,
 * and what people of those parts hold in all of the organisation. Without a cursor from the start, with `total`: how many there are. `search`: words of which
 * each is in a name, the username, the identifier or the e-mail. A cursor holds for the search, filter and order that it was given for; with any
 * others it is refused as INVALID_REQUEST.
 */
export const officeHeldRoles = defineCall({
  name: 'officeHeldRoles',
  summary: 'List who holds which role',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/roles',
  access: { permission: 'roles.read', scope: 'places' },
  office: 'named',
  query: z.object({
    search: z.optional(text(200)),
    /** Every role, if it is missing. */
    role: z.optional(z.enum(roles)),
    /** `all`, if it is missing. */
    scope: z.optional(z.enum(heldScopeKinds)),
    /** Those in force now, if it is missing. */
    show: z.optional(z.enum(shownHeldRoles)),
    /** By name, if it is missing. */
    sort: z.optional(z.enum(heldRoleSorts)),
    descending: z.optional(z.enum(['true', 'false'])),
    cursor: z.optional(text(2000)),
    /** Roles of one page: 50, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({
    held: z.array(heldRole),
    /** The cursor of the next page; missing on the last one. */
    next: z.optional(z.string()),
    /** How many there are in all; on the first page alone. */
    total: z.optional(z.number()),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: [],
})

/** The permissions of each built-in role, the most powerful first, and all permissions that exist. */
export const officeBuiltInRoles = defineCall({
  name: 'officeBuiltInRoles',
  summary: 'Show what each role allows',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/roles/built-in',
  access: { permission: 'roles.read', scope: 'places' },
  office: 'named',
  reply: z.object({ roles: z.array(builtInRole), permissions: z.array(z.enum(permissions)) }),
  refusals: [],
})
