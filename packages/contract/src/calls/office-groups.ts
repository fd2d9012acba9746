import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { groupMember, groupRemoval, groupSorts, groupState } from '../entities/office-groups.ts'

/** The position at which a list continues: the cursor of an earlier page. */
const cursor = z.optional(text(2000))

/** Rows of one page: 50, if it is missing. */
const limit = z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200)))

/**
 * Groups, a page at a time: all of the organisation's, or those in which the caller has the permission. Without a cursor from the start,
 * with `total`. `search`: words of which each is in the name; capitals and accents don't count. A cursor holds for the search and order that it was
 * given for.
 */
export const officeGroups = defineCall({
  name: 'officeGroups',
  summary: 'List groups',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/groups',
  access: { permission: 'people.read', scope: 'places' },
  office: 'named',
  query: z.object({
    search: z.optional(text(200)),
    /** By name, if it is missing. */
    sort: z.optional(z.enum(groupSorts)),
    descending: z.optional(z.enum(['true', 'false'])),
    cursor,
    limit,
  }),
  reply: z.object({
    groups: z.array(groupState),
    /** The cursor of the next page; missing on the last one. */
    next: z.optional(z.string()),
    /** How many there are in all; on the first page alone. */
    total: z.optional(z.number()),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: [],
})

/** One group with its members by name, a page of them at a time. `group.members` is how many there are in all. */
export const officeGroup = defineCall({
  name: 'officeGroup',
  summary: 'Show a group and its members',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/groups/group',
  access: { permission: 'people.read', scope: ['groupID'] },
  office: 'named',
  query: z.object({ groupID: guid, cursor, limit }),
  reply: z.object({ group: groupState, members: z.array(groupMember), next: z.optional(z.string()), asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

/** The consequences of removing a group; nothing changes yet. */
export const officePreviewRemoval = defineCall({
  name: 'officePreviewRemoval',
  summary: 'Show what removing a group would change',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/groups/removal',
  access: { permission: 'groups.write', scope: ['groupID'] },
  office: 'named',
  query: z.object({ groupID: guid }),
  reply: groupRemoval,
  refusals: ['NOT_FOUND'],
})
