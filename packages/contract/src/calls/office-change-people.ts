import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { requestId, text } from '../entities/fields.ts'
import { personFields, personState, wayIn } from '../entities/office-people.ts'

const userID = z.number().check(z.int())

/** The version of the person that the change is based on. */
const version = z.number().check(z.int())

const reason = text(1000).check(z.minLength(1))

const { username, firstName, lastName, email, identifier, dateOfBirth, phone, languageID } = personFields

/**
 * Adds a person, without any role. They get an invitation by mail if they have an address and the server can send mail; otherwise the reply
 * has a link that sets their password, once. USERNAME_TAKEN: somebody signs in by this name; `details` names the field. At least one of the two
 * names isn't blank. The same `requestId` again adds nobody: it returns the same person, with a new link or mail.
 */
export const officeAddPerson = defineCall({
  name: 'officeAddPerson',
  summary: 'Add a person',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/add',
  access: { permission: 'people.write', scope: 'organisation' },
  office: 'named',
  body: z.object({
    ...{ username, firstName, lastName },
    ...{ email: z.optional(email), identifier: z.optional(identifier), dateOfBirth: z.optional(dateOfBirth) },
    ...{ phone: z.optional(phone), languageID: z.optional(languageID), requestId },
  }),
  reply: z.object({ userID, version: z.number(), access: wayIn }),
  refusals: ['USERNAME_TAKEN'],
})

/**
 * Changes the fields that are given; `''` empties one. CHANGED_MEANWHILE: the person has another version by now; `current` holds it, as `personState`.
 * Username, e-mail and phone are ways in: nobody changes their own here.
 */
export const officeChangePerson = defineCall({
  name: 'officeChangePerson',
  summary: 'Change a person',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/change',
  access: { permission: 'people.write', scope: ['userID'] },
  office: 'named',
  body: z.object({
    ...{ userID, version, username: z.optional(username), firstName: z.optional(firstName), lastName: z.optional(lastName) },
    ...{ email: z.optional(email), identifier: z.optional(identifier), dateOfBirth: z.optional(dateOfBirth) },
    ...{ phone: z.optional(phone), languageID: z.optional(languageID) },
  }),
  reply: z.object({ person: personState }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'USERNAME_TAKEN'],
})

/** Suspends a person, which ends all of their sessions at once, or lets them in again. Their sittings keep what was answered. */
export const officeSuspendPerson = defineCall({
  name: 'officeSuspendPerson',
  summary: 'Suspend a person, or end that',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/suspend',
  access: { permission: 'people.suspend', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID, version, isSuspended: z.boolean(), reason }),
  reply: z.object({ person: personState, ended: z.object({ player: z.number(), office: z.number() }) }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'LAST_OWNER'],
})

/** Invites a person to set their password: by mail, or by a link that is returned once. An earlier link works no more. */
export const officeInvitePerson = defineCall({
  name: 'officeInvitePerson',
  summary: 'Invite a person',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/invite',
  access: { permission: 'people.credentials', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID }),
  reply: z.object({ access: wayIn }),
  refusals: ['NOT_FOUND', 'ACCOUNT_SUSPENDED'],
})

/** Lets a person set another password: by mail, or by a link that is returned once. Until then the one that they have works. */
export const officeResetPassword = defineCall({
  name: 'officeResetPassword',
  summary: 'Reset the password of a person',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/reset-password',
  access: { permission: 'people.credentials', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID }),
  reply: z.object({ access: wayIn }),
  refusals: ['NOT_FOUND', 'ACCOUNT_SUSPENDED'],
})

/** Takes the second step of a person back to its setup, with their recovery codes and remembered devices. */
export const officeResetSecondStep = defineCall({
  name: 'officeResetSecondStep',
  summary: 'Reset the second step of a person',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/reset-second-step',
  access: { permission: 'people.credentials', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID }),
  reply: z.object({}),
  refusals: ['NOT_FOUND'],
})

/** Ends all sessions of a person, of the player and of the office. Returns how many. */
export const officeEndSessionsOf = defineCall({
  name: 'officeEndSessionsOf',
  summary: 'End the sessions of a person',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/end-sessions',
  access: { permission: 'people.credentials', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID }),
  reply: z.object({ player: z.number(), office: z.number() }),
  refusals: ['NOT_FOUND'],
})
