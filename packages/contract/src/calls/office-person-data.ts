import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { erasure } from '../entities/person-erasure.ts'

const userID = z.number().check(z.int())

/**
 * All that is known of a person, for the person: `person.json` with every row that is about them, their drawings as pictures, and the files that they
 * uploaded. The bytes of a zip archive are the answer. It has no secret, and no mark that the person wasn't shown yet. For the whole organisation
 * alone, because it holds what happened anywhere in it; never of the caller themselves, or of somebody who may do more. BUSY while others are made.
 */
export const officeExportPerson = defineCall({
  name: 'officeExportPerson',
  summary: 'Export the data of a person',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/export',
  access: { permission: 'people.export', scope: 'organisation' },
  office: 'named',
  body: z.object({ userID }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'BUSY'],
})

/** The data that erasing a person would remove, the data that would stay, and the obstacles. Nothing changes yet. */
export const officePreviewErasure = defineCall({
  name: 'officePreviewErasure',
  summary: 'Show what erasing a person would do',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/erase/preview',
  access: { permission: 'people.erase', scope: 'organisation' },
  office: 'named',
  body: z.object({ userID }),
  reply: erasure,
  refusals: ['NOT_FOUND'],
})

/**
 * Takes away all that is known of a person, as the preview with this hash showed; nothing of it comes back. `name`: of the person, typed again; another
 * one is refused as INVALID_REQUEST. CHANGED_MEANWHILE: the preview holds no more; `current` is the new one, as `erasure`. IN_USE: an exam of
 * theirs is under way. LAST_OWNER: the organisation has no other owner.
 */
export const officeErasePerson = defineCall({
  name: 'officeErasePerson',
  summary: 'Erase a person',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/people/erase',
  access: { permission: 'people.erase', scope: 'organisation' },
  office: 'named',
  body: z.object({
    userID,
    hash: text(100),
    name: text(500),
    reason: text(1000).check(z.refine((value) => value.trim() !== '', 'empty')),
  }),
  reply: z.object({ sittings: z.number(), events: z.number() }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'IN_USE', 'LAST_OWNER'],
})
