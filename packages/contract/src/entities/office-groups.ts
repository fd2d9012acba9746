import * as z from 'zod/mini'
import { roles } from '../roles.ts'
import { guid, text } from './fields.ts'

const userID = z.number().check(z.int())

/** What staff type as the name of a group, a centre or a room: not blank. Blanks around it, and more than one between two words, don't count. */
export const placeName = text(200)

/** The version of what is changed that the change is based on. */
export const basedOn = z.number().check(z.int())

/** A group of people, at a version: adding and removing members makes another one. */
export const groupState = z.object({ groupID: guid, version: z.number(), name: z.string(), members: z.number() })
export type GroupState = z.infer<typeof groupState>

/** By what a list of groups is sorted. */
export const groupSorts = ['name', 'members'] as const

/** One member of a group. Times are ISO 8601. A field that holds nothing is missing. */
export const groupMember = z.object({
  userID,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  identifier: z.optional(z.string()),
  isSuspended: z.boolean(),
  addedAt: z.string(),
})
export type GroupMember = z.infer<typeof groupMember>

/** Most people of one change of a group's members. */
export const mostPeopleOfChange = 5000

/** What happens to the members of a group. */
export const memberActions = ['add', 'remove'] as const

/** Why nothing happens to somebody: `beyond`: whoever has a role in the group could do more to them than the caller can now. */
export const memberReasons = ['not-found', 'is-member', 'no-member', 'beyond'] as const

/** What happens to one of the people who are to be added or removed; nobody is named whom the caller may not see. */
export const memberChange = z.object({
  userID,
  username: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  becomes: z.enum(['added', 'removed', 'unchanged', 'refused']),
  /** Of those who stay as they are, and of those who are refused. */
  reason: z.optional(z.enum(memberReasons)),
})
export type MemberChange = z.infer<typeof memberChange>

/** What a change of members would do, person by person, in the order in which they were named. */
export const membersPreview = z.object({
  group: groupState,
  people: z.array(memberChange),
  totals: z.object({ changed: z.number(), unchanged: z.number(), refused: z.number() }),
  /** The opposite action with the people who were changed takes it back. */
  canUndo: z.boolean(),
  /** Names this preview: what changes the members gives it back. */
  hash: z.string(),
})
export type MembersPreview = z.infer<typeof membersPreview>

/** What is lost if a group is removed. */
export const groupRemoval = z.object({
  group: groupState,
  /** Roles, now or soon, that people hold in this group alone: they are withdrawn. The first hundred. */
  roles: z.array(z.object({ userID, username: z.string(), firstName: z.string(), lastName: z.string(), role: z.enum(roles) })),
  /** How many such roles there are in all. */
  roleTotal: z.number(),
  /** False if the caller may not withdraw one of these roles: then the group stays. */
  isAllowed: z.boolean(),
  /** Its name stays in the log; its members and roles don't come back. */
  canUndo: z.boolean(),
  hash: z.string(),
})
export type GroupRemoval = z.infer<typeof groupRemoval>

/** The part of an organisation in which a role is held: all of it, one of its centres, rooms or groups, a delivery, or one room of a delivery. */
export const roleScope = z.union([
  z.object({ kind: z.literal('organisation') }),
  z.object({ kind: z.enum(['centre', 'room', 'group', 'delivery']), id: guid }),
  z.object({ kind: z.literal('delivery-room'), delivery: guid, room: guid }),
])
export type RoleScope = z.infer<typeof roleScope>

/** A part of an organisation with its name, which is missing if it was removed. */
export const namedScope = z.object({
  kind: z.enum(['centre', 'room', 'group', 'exam', 'delivery', 'delivery-room']),
  id: z.string(),
  name: z.optional(z.string()),
  /** The name of the centre that a room is in. */
  centre: z.optional(z.string()),
})
export type NamedScope = z.infer<typeof namedScope>
