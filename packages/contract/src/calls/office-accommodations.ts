import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { accommodatedExam, accommodationFields, accommodationState } from '../entities/accommodations.ts'
import { guid, queryNumber, requestId, text } from '../entities/fields.ts'

const userID = z.number().check(z.int())

/** Of the accommodation that the change is based on. */
const version = z.number().check(z.int())

const reason = text(1000)

/** The result of it, and in how many sittings that are under way the time changed. */
const changed = z.object({ accommodation: accommodationState, sittings: z.number() })

/** The accommodations of a person with their history, the newest first, and what they come to in each exam that the person has yet to finish. */
export const officeAccommodations = defineCall({
  name: 'officeAccommodations',
  summary: 'Show the accommodations of a person',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/accommodations',
  access: { permission: 'accommodations.read', scope: ['userID'] },
  office: 'named',
  query: z.object({ userID: queryNumber }),
  reply: z.object({
    accommodations: z.array(accommodationState),
    /** Those that are sat next, at most 50. */
    exams: z.array(accommodatedExam),
    /** The caller may add, change and withdraw: nobody does so for themselves. */
    mayWrite: z.boolean(),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * Adds an accommodation. It is in force in every exam of the person, also in those that they sit at this moment. The same `requestId` again adds none: it
 * returns the same.
 */
export const officeAddAccommodation = defineCall({
  name: 'officeAddAccommodation',
  summary: 'Add an accommodation',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/accommodations/add',
  access: { permission: 'accommodations.write', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID, ...accommodationFields, requestId }),
  reply: changed,
  refusals: ['NOT_FOUND'],
})

/**
 * Puts a new version in the place of an accommodation; the one before stays readable. CHANGED_MEANWHILE: it has another version by now; `current`
 * holds it, as `accommodationState`. CLOSED: it was withdrawn.
 */
export const officeChangeAccommodation = defineCall({
  name: 'officeChangeAccommodation',
  summary: 'Change an accommodation',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/accommodations/change',
  access: { permission: 'accommodations.write', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID, accommodationID: guid, version, ...accommodationFields, reason }),
  reply: changed,
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'CLOSED'],
})

/** Withdraws an accommodation. Time of a sitting that was used by it already stays used. */
export const officeWithdrawAccommodation = defineCall({
  name: 'officeWithdrawAccommodation',
  summary: 'Withdraw an accommodation',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/accommodations/withdraw',
  access: { permission: 'accommodations.write', scope: ['userID'] },
  office: 'named',
  body: z.object({ userID, accommodationID: guid, version, reason }),
  reply: changed,
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'CLOSED'],
})
