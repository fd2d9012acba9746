import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import { basedOn, groupState, memberActions, membersPreview, mostPeopleOfChange, placeName } from '../entities/office-groups.ts'

const userIDs = z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(mostPeopleOfChange))

/** A hash that a preview gave. */
const hash = text(100)

/**
 * Adds a group without members. NAME_TAKEN: another one has the name; capitals don't count. The same `requestId` again adds no other: it returns the
 * group that it added.
 */
export const officeAddGroup = defineCall({
  name: 'officeAddGroup',
  summary: 'Add a group',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/groups/add',
  access: { permission: 'groups.write', scope: 'organisation' },
  office: 'named',
  body: z.object({ name: placeName, requestId }),
  reply: z.object({ group: groupState }),
  refusals: ['NAME_TAKEN'],
})

/** Gives a group another name. CHANGED_MEANWHILE: `current` is the group as `groupState`. */
export const officeRenameGroup = defineCall({
  name: 'officeRenameGroup',
  summary: 'Rename a group',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/groups/rename',
  access: { permission: 'groups.write', scope: ['groupID'] },
  office: 'named',
  body: z.object({ groupID: guid, version: basedOn, name: placeName }),
  reply: z.object({ group: groupState }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'NAME_TAKEN'],
})

/**
 * Removes a group, as `officePreviewRemoval` showed: its members belong to it no more, and the roles that were held in it are withdrawn.
 * CHANGED_MEANWHILE: the preview with this hash holds no more; `current` is the new one, as `groupRemoval`.
 */
export const officeRemoveGroup = defineCall({
  name: 'officeRemoveGroup',
  summary: 'Remove a group',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/groups/remove',
  access: { permission: 'groups.write', scope: ['groupID'] },
  office: 'named',
  body: z.object({ groupID: guid, version: basedOn, hash }),
  reply: z.object({ members: z.number(), roles: z.number() }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/** What adding people to a group, or removing them, would do to each of them. Nothing changes yet. Whom the organisation doesn't have is refused. */
export const officePreviewMembers = defineCall({
  name: 'officePreviewMembers',
  summary: 'Show what a change of a group’s members would do',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/groups/members/preview',
  access: { permission: 'groups.write', scope: ['groupID'] },
  office: 'named',
  body: z.object({ groupID: guid, action: z.enum(memberActions), userIDs }),
  reply: membersPreview,
  refusals: ['NOT_FOUND'],
})

/**
 * Adds people to a group, or removes them, as `officePreviewMembers` showed: those who are refused stay as they are. `changed`: whom the opposite
 * action takes it back for. CHANGED_MEANWHILE: the preview with this hash holds no more; `current` is the new one, as `membersPreview`.
 */
export const officeChangeMembers = defineCall({
  name: 'officeChangeMembers',
  summary: 'Add people to a group, or remove them',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/groups/members/change',
  access: { permission: 'groups.write', scope: ['groupID'] },
  office: 'named',
  body: z.object({ groupID: guid, version: basedOn, action: z.enum(memberActions), userIDs, hash }),
  reply: z.object({ group: groupState, changed: z.array(z.number()) }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})
