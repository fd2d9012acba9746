import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import {
  examGrades,
  givenAnswer,
  resultCurve,
  resultRulesChange,
  resultRulesPreview,
  resultRulesVersion,
  rulesVersionNumber,
  shownRulesRows,
} from '../entities/office-result-rules.ts'

/** Roles in a part of the organisation: those that are held in the exam or the delivery. To others it is like one that is not there. */
const read = { permission: 'results.read', scope: 'places' } as const
const confirm = { permission: 'results.confirm', scope: 'places' } as const

const largestBodyBytes = 1024 * 1024
const cursor = z.optional(text(200))
/** Why; everybody who may read results reads it. */
const reason = z.string().check(z.minLength(1), z.maxLength(1000))

/** What was decided about the questions and the grades of a delivery, with all versions of that, the newest first. */
export const officeResultRules = defineCall({
  name: 'officeResultRules',
  summary: 'Show how the marks of a delivery become results',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/rules',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid }),
  reply: z.object({
    deliveryName: z.string(),
    examName: z.string(),
    /** The newest version; 0 if there is none. */
    current: rulesVersionNumber,
    versions: z.array(resultRulesVersion),
    /** What the versions of the exam say that were sat; the delivery's own one if nobody has begun. */
    exams: z.array(examGrades),
    /** The caller may change the rules. */
    mayChange: z.boolean(),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * What a change of the rules would do to the results of everybody, compared with the newest version. Nothing changes. INVALID_REQUEST: `details` says which decision or
 * boundary doesn't fit, among them that every question would be neutralised. CHANGED_MEANWHILE: there is a newer version; `current` is its number.
 */
export const officePreviewResultRules = defineCall({
  name: 'officePreviewResultRules',
  summary: 'Preview a change of how marks become results',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/rules/preview',
  access: read,
  office: 'named',
  largestBodyBytes,
  body: z.object({
    deliveryID: guid,
    change: resultRulesChange,
    /** `moved`, if it is missing. */
    show: z.optional(z.enum(shownRulesRows)),
    cursor,
  }),
  reply: resultRulesPreview,
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/**
 * Makes a previewed change of the rules their next version, and computes a new set of results by it. Nobody is told anything before such a set is released.
 * CHANGED_MEANWHILE: the rules, or what somebody comes to by them, changed since the preview; `current` is the new `resultRulesPreview`, or the number of the newest version.
 * The same again, whose reply was lost, changes nothing and answers the same.
 */
export const officeApplyResultRules = defineCall({
  name: 'officeApplyResultRules',
  summary: 'Change how the marks of a delivery become results',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/rules/apply',
  access: confirm,
  office: 'named',
  largestBodyBytes,
  body: z.object({ deliveryID: guid, change: resultRulesChange, hash: text(64), reason }),
  reply: z.object({
    version: rulesVersionNumber,
    /** The number of the set that was computed by it; missing if none could be. */
    set: z.optional(z.number()),
  }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/**
 * Takes the newest version of the rules back: the next version is what the one before it was. CHANGED_MEANWHILE: `version` is not the newest one; `current` is its number.
 */
export const officeUndoResultRules = defineCall({
  name: 'officeUndoResultRules',
  summary: 'Undo a change of how marks become results',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/rules/undo',
  access: confirm,
  office: 'named',
  body: z.object({ deliveryID: guid, version: z.number().check(z.int(), z.positive()), reason }),
  reply: z.object({ version: rulesVersionNumber, set: z.optional(z.number()) }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/** The exact marks of everybody in a delivery by the newest rules, from which a page works out what other boundaries would do. */
export const officeResultCurve = defineCall({
  name: 'officeResultCurve',
  summary: 'Show the marks of a delivery as columns',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/rules/curve',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid }),
  reply: resultCurve,
  refusals: ['NOT_FOUND'],
})

/**
 * The answers that were given to a question of a delivery, those that mean the same to its key together, the most frequent first. Of a question that persons mark there are
 * none: what somebody wrote may say who they are.
 */
export const officeGivenAnswers = defineCall({
  name: 'officeGivenAnswers',
  summary: 'List the answers that were given to a question',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/rules/answers',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid, questionID: text(128), cursor }),
  reply: z.object({
    /** An answer can be accepted: its key marks the question. */
    mayAccept: z.boolean(),
    answers: z.array(givenAnswer),
    /** The places in which `officeTypedAnswer` takes an answer; missing if none can be typed. `options`: what may stand there, if not anything may. */
    typed: z.optional(z.array(z.object({ label: z.string(), options: z.optional(z.array(z.string())) }))),
    /** Different answers. */
    total: z.number(),
    /** People who were asked and gave none. */
    blank: z.number(),
    next: z.optional(z.string()),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/** Most places of a question for which somebody types an answer. */
const mostTypedValues = 100

/**
 * What an answer would be that somebody types, and how many gave it: so that one can be accepted that nobody gave. Nothing changes. `values`: what stands in each of the places
 * that `officeGivenAnswers` names. INVALID_REQUEST: the question has other places, or nothing stands in any. NOT_FOUND: also if no answer to the question can be typed or accepted.
 */
export const officeTypedAnswer = defineCall({
  name: 'officeTypedAnswer',
  summary: 'Show an answer that somebody types',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/rules/typed-answer',
  access: read,
  office: 'named',
  body: z.object({
    deliveryID: guid,
    questionID: text(128),
    values: z.array(text(5000)).check(z.minLength(1), z.maxLength(mostTypedValues)),
  }),
  reply: z.object({ answer: givenAnswer }),
  refusals: ['NOT_FOUND'],
})
