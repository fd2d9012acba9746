import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'
import { markScheme } from '../entities/mark-scheme.ts'
import { markedChoices, markedResponses, markSchemePlace, schemeRow, schemeState } from '../entities/office-mark-schemes.ts'

/** The number of the newest version that the caller has seen; 0 if there was none. */
const basedOn = z.number().check(z.int(), z.nonnegative())

/** All that a person marks of a version of an exam, in the exam's order, with the mark schemes in short. */
export const officeMarkSchemes = defineCall({
  name: 'officeMarkSchemes',
  summary: 'List the mark schemes of an exam',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/mark-schemes',
  access: { permission: 'exams.read', scope: ['examGuid'] },
  office: 'named',
  query: z.object({ examGuid: guid, version: queryNumber }),
  reply: z.object({
    examName: z.string(),
    questions: z.array(schemeRow),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/** One mark scheme with its versions, what is asked, and how many responses there are. */
export const officeMarkScheme = defineCall({
  name: 'officeMarkScheme',
  summary: 'Show a mark scheme',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/mark-schemes/scheme',
  access: { permission: 'exams.read', scope: ['examGuid'] },
  office: 'named',
  query: z.object({ ...markSchemePlace, version: queryNumber }),
  reply: z.object({ examName: z.string(), question: schemeRow, state: schemeState, asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

/**
 * What a change of a mark scheme would do, before it is saved. INVALID_REQUEST: the scheme doesn't fit its question or contradicts itself; `details` has each field
 * and, as its message, the kind of `schemeProblems`. CHANGED_MEANWHILE: it has another version by now; `current` is its `schemeState`.
 */
export const officePreviewMarkScheme = defineCall({
  name: 'officePreviewMarkScheme',
  summary: 'Preview a change of a mark scheme',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/mark-schemes/preview',
  access: { permission: 'exams.write', scope: ['examGuid'] },
  office: 'named',
  largestBodyBytes: 1024 * 1024,
  body: z.object({ ...markSchemePlace, basedOn, scheme: markScheme }),
  reply: z.object({
    /** `nothing` differs; `texts`: words alone; `marks`: what can be given. */
    change: z.enum(['nothing', 'texts', 'marks']),
    responses: markedResponses,
    /** What is taken out of the guidance because no page may show it. */
    removed: z.array(z.string()),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/**
 * Saves a change of a mark scheme as its next version. `marked` says what becomes of responses that are marked or unsettled: if there are any and it is missing, the
 * answer is INVALID_REQUEST for `body.marked`. A change of nothing saves nothing. The same again, whose reply was lost, changes nothing and answers the same.
 */
export const officeChangeMarkScheme = defineCall({
  name: 'officeChangeMarkScheme',
  summary: 'Change a mark scheme',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/mark-schemes/change',
  access: { permission: 'exams.write', scope: ['examGuid'] },
  office: 'named',
  largestBodyBytes: 1024 * 1024,
  body: z.object({
    ...markSchemePlace,
    basedOn,
    scheme: markScheme,
    /** Why; everybody who may read exams reads it. */
    reason: text(1000),
    marked: z.optional(z.enum(markedChoices)),
  }),
  reply: z.object({ question: schemeRow, state: schemeState, asOf: z.string() }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})
