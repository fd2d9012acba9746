import * as z from 'zod/mini'
import { guid, text } from './fields.ts'
import { markScheme } from './mark-scheme.ts'

const count = z.number().check(z.int(), z.nonnegative())

/** Which scheme: that of a question of a version of an exam, or of a field of it that is marked by itself. `part` of `''` is the question as a whole. */
export const markSchemePlace = {
  examGuid: guid,
  version: z.number().check(z.int(), z.positive()),
  questionID: text(128),
  part: text(256),
}

/** How many responses to a question, or to a field of it, there are in sittings that are completed. */
export const markedResponses = z.object({
  /** A person has marked them, and the mark counts. */
  marked: count,
  /** Markers differ, or the answer changed after it was marked. */
  unsettled: count,
  /** Nobody has marked them yet, or nobody could. */
  waiting: count,
})
export type MarkedResponses = z.infer<typeof markedResponses>

/** What a person marks of an exam, with its scheme in short. */
export const schemeRow = z.object({
  questionID: z.string(),
  part: z.string(),
  /** The place of the question in the exam, from 1. */
  number: z.number(),
  /** Of a field that is marked by itself: its place in the question, from 1. */
  partNumber: z.optional(z.number()),
  /** The beginning of what is asked, in plain words. */
  text: z.string(),
  /** What sort of question it is: a name of `questionTypes`. */
  type: z.string(),
  marks: z.number(),
  /** The version of its scheme; 0 if it has none. */
  scheme: count,
  criteria: count,
  responses: markedResponses,
})
export type SchemeRow = z.infer<typeof schemeRow>

/** What happens to responses that are marked by an earlier version. `keep`: their marks stay; `return`: they wait for somebody to mark them again. */
export const markedChoices = ['keep', 'return'] as const
export type MarkedChoice = (typeof markedChoices)[number]

/** A version of a mark scheme. `number` counts from 1. */
export const schemeVersion = z.object({
  number: z.number(),
  scheme: markScheme,
  /** `exam`: the exam came with it; `import`: the exam was imported again; `office`: somebody changed it. */
  origin: z.enum(['exam', 'import', 'office']),
  /** The name of a person; missing if nobody did. */
  writtenBy: z.optional(z.string()),
  /** ISO 8601; missing of what the exam came with. */
  writtenAt: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** How many responses were marked when it was saved, and what was chosen for them. */
  marked: z.optional(z.object({ responses: count, choice: z.enum(markedChoices), isDone: z.boolean() })),
})
export type SchemeVersion = z.infer<typeof schemeVersion>

/** A scheme as it is now: its newest version, missing if there is none, and all earlier ones, the newest first. */
export const schemeState = z.object({
  current: z.optional(schemeVersion),
  earlier: z.array(schemeVersion),
})
export type SchemeState = z.infer<typeof schemeState>
