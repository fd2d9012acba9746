import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'
import { checkedThing, evidenceNote, evidenceOutcome, evidenceSitting, sittingEvidence } from '../entities/office-evidence.ts'

const read = { permission: 'results.read', scope: 'places' } as const

/** Names a sitting by its delivery and its person: no guid of another one opens anything. */
const sitting = { deliveryID: guid, userID: z.number().check(z.int()), formRunGuid: guid }

/** Characters of a note for the file. */
export const mostOfNote = 2000

/**
 * How the result of one person in a delivery came about: each sitting, and of one of them all that is kept. Without `formRunGuid` it is the newest one. Marks, and what
 * markers wrote, are for whoever has `marks.read` too. Each look is in the security log. NOT_FOUND: there is no such person in the delivery, or the caller may not read its results.
 */
export const officeEvidence = defineCall({
  name: 'officeEvidence',
  summary: 'Show how a result came about',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/evidence',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid, userID: queryNumber, formRunGuid: z.optional(guid) }),
  reply: z.object({
    person: z.object({
      ...{ userID: z.number(), username: z.string(), firstName: z.string(), lastName: z.string() },
      identifier: z.optional(z.string()),
    }),
    delivery: z.object({ deliveryID: z.string(), name: z.string(), examName: z.string() }),
    /** The newest first. */
    sittings: z.array(evidenceSitting),
    /** Missing if there is none. */
    sitting: z.optional(sittingEvidence),
    outcomes: z.array(evidenceOutcome),
    may: z.object({ marks: z.boolean(), note: z.boolean() }),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/** Holds everything that is kept of a sitting against everything else, as `sitwell verify` does. It changes nothing. What it says may tell of marks, so it takes `marks.read` too. */
export const officeVerifySitting = defineCall({
  name: 'officeVerifySitting',
  summary: 'Check what is kept of a sitting',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/evidence/verify',
  access: read,
  office: 'named',
  body: z.object(sitting),
  reply: z.object({ checked: z.array(checkedThing), asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

/**
 * What happened in a sitting, as the page that `sitwell replay` writes: one HTML file, whose bytes are the answer. It needs no network, and has marks only if
 * its learner is shown them.
 */
export const officeReplaySitting = defineCall({
  name: 'officeReplaySitting',
  summary: 'Write what happened in a sitting',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/evidence/replay',
  access: read,
  office: 'named',
  body: z.object(sitting),
  reply: z.unknown(),
  refusals: ['NOT_FOUND'],
})

/**
 * Writes a note for the file of a sitting. It is never changed or removed; the sitting's ledger has its hash, so that one that is missing or was changed is noticed. The same
 * `requestId` again writes nothing twice. NOT_ALLOWED: nobody writes a note on their own sitting.
 */
export const officeAddNote = defineCall({
  name: 'officeAddNote',
  summary: 'Write a note for the file',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/evidence/note',
  access: { permission: 'results.confirm', scope: 'places' },
  office: 'named',
  body: z.object({
    ...sitting,
    requestId: z.uuid(),
    text: text(mostOfNote).check(z.refine((value) => value.trim() !== '', 'empty')),
  }),
  reply: z.object({ notes: z.array(evidenceNote) }),
  refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
})
