import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { actPreview, actResult, mostPeopleOfAct, peopleOfPart } from '../entities/many-people.ts'

const people = (most: number) => z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(most))

/**
 * The people who would get an invitation, and those who would not, with the reasons. Nothing is sent yet. A mail can't be taken
 * back.
 */
export const officePreviewInvitations = defineCall({
  name: 'officePreviewInvitations',
  summary: 'Show whom an invitation of many would reach',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/many-people/invite/preview',
  access: { permission: 'people.credentials', scope: 'places' },
  office: 'named',
  body: z.object({ userIDs: people(mostPeopleOfAct) }),
  reply: actPreview,
  refusals: [],
})

/**
 * Mails an invitation to the people of one part of the preview. Each is limited as an invitation of one person is. CHANGED_MEANWHILE: something would be done
 * to other people than the preview showed; `current` is the new preview of this part, as `actPreview`.
 */
export const officeInvitePeople = defineCall({
  name: 'officeInvitePeople',
  summary: 'Invite many people',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/many-people/invite',
  access: { permission: 'people.credentials', scope: 'places' },
  office: 'named',
  body: z.object({ userIDs: people(peopleOfPart), hash: text(100) }),
  reply: z.object({ results: z.array(actResult) }),
  refusals: ['CHANGED_MEANWHILE'],
})

/**
 * The people who would be suspended, or let in again, and those who would not, with the reasons. Nothing changes yet; the
 * opposite action reverts it.
 */
export const officePreviewSuspensions = defineCall({
  name: 'officePreviewSuspensions',
  summary: 'Show whom a suspension of many would concern',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/many-people/suspend/preview',
  access: { permission: 'people.suspend', scope: 'places' },
  office: 'named',
  body: z.object({ userIDs: people(mostPeopleOfAct), isSuspended: z.boolean() }),
  reply: actPreview,
  refusals: [],
})

/** Suspends the people of one part of the preview, or lets them in again. CHANGED_MEANWHILE as of an invitation. */
export const officeSuspendPeople = defineCall({
  name: 'officeSuspendPeople',
  summary: 'Suspend many people, or end that',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/many-people/suspend',
  access: { permission: 'people.suspend', scope: 'places' },
  office: 'named',
  body: z.object({
    ...{ userIDs: people(peopleOfPart), isSuspended: z.boolean(), hash: text(100) },
    reason: text(1000).check(z.refine((value) => value.trim() !== '', 'empty')),
  }),
  reply: z.object({ results: z.array(actResult) }),
  refusals: ['CHANGED_MEANWHILE'],
})
