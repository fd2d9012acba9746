import * as z from 'zod/mini'
import { dashLedgerEvent } from './invigilation.ts'
import { shownEntry } from './office-marking.ts'
import { resultOutcomes, resultSetNumber, resultSetStates } from './office-results.ts'

const moment = z.string()
const count = z.number()

/** A sitting of a person in a delivery. */
export const evidenceSitting = z.object({
  formRunGuid: z.string(),
  startedAt: moment,
  completedAt: z.optional(moment),
})
export type EvidenceSitting = z.infer<typeof evidenceSitting>

/** An entry of a marks ledger. `by`: how the author acts, or their name for whoever may see it. */
const evidenceEntry = z.object({
  ...{ entry: count, kind: shownEntry.shape.kind, at: moment, marks: z.optional(z.number()) },
  /** Name of the author; missing for a caller who may not read who holds which role. */
  by: z.optional(z.string()),
  comment: z.optional(z.string()),
  learnerComment: z.optional(z.string()),
  reason: z.optional(z.string()),
})
export type EvidenceEntry = z.infer<typeof evidenceEntry>

/** A question of a sitting with its mark, and what was given for it by whom. */
export const evidenceQuestion = z.object({
  id: z.string(),
  number: count,
  text: z.string(),
  /** Missing if it was not marked. */
  score: z.optional(z.number()),
  maxScore: z.number(),
  /** It waits for a person. */
  isWaiting: z.boolean(),
  /** `key`: by its key alone; `person`: persons gave something for it. */
  by: z.enum(['key', 'person']),
  /** What a decision about the question makes of it for this person; its marks are then these. */
  decided: z.optional(z.object({ as: z.enum(['accepted', 'full', 'neutralised']), score: z.number(), maxScore: z.number() })),
  entries: z.array(z.object({ ...evidenceEntry.shape, part: z.string() })),
})
export type EvidenceQuestion = z.infer<typeof evidenceQuestion>

/** A note for the file. Its text is missing once its person was erased. */
export const evidenceNote = z.object({
  note: count,
  at: moment,
  by: z.optional(z.string()),
  text: z.optional(z.string()),
})
export type EvidenceNote = z.infer<typeof evidenceNote>

/** What a learner is shown of their result now. `set`: a row of the result set with this number. */
export const learnerSees = z.object({
  is: z.enum(['nothing', 'marks', 'set']),
  set: z.optional(count),
  /** When they looked at it first. */
  seenAt: z.optional(moment),
})

/** What a sitting comes to: scores in marks, `percent` of 100. `grade` and `passed` are missing if there is none, and while something waits. */
const evidenceFigures = {
  ...{ score: z.number(), maxScore: z.number(), percent: z.number(), waiting: count },
  ...{ grade: z.optional(z.string()), passed: z.optional(z.boolean()) },
  /** The version of the delivery's result rules; 0: nothing is decided. */
  rulesVersion: count,
}

/** What is kept of one sitting. */
export const sittingEvidence = z.object({
  ...evidenceSitting.shape,
  examVersion: count,
  /**
   * What the sitting comes to by the result set that counts: the one that learners are shown, or else the newest confirmed one, or else the newest. Without a set that has this sitting it is
   * what it comes to now. Missing for a caller who may not read marks, and before the sitting was handed in.
   */
  marks: z.optional(
    z.object({
      ...evidenceFigures,
      /** The set that the figures stand in; missing if they are those of now. */
      set: z.optional(z.object({ set: resultSetNumber, state: z.enum(resultSetStates) })),
      /** What it would come to by the newest rules and marks, if that is something else than the set has, at whichever question. */
      now: z.optional(z.object(evidenceFigures)),
      questions: z.array(evidenceQuestion),
    }),
  ),
  learnerSees,
  events: z.array(dashLedgerEvent),
  files: z.array(
    z.object({
      ...{ name: z.string(), bytes: count, sha256: z.string(), at: moment },
      deletedAt: z.optional(moment),
    }),
  ),
  notes: z.array(evidenceNote),
})
export type SittingEvidence = z.infer<typeof sittingEvidence>

/** An entry about the outcome of a person. */
export const evidenceOutcome = z.object({
  act: z.enum(['outcome', 'withheld', 'given']),
  outcome: z.optional(z.enum(resultOutcomes)),
  reason: z.string(),
  by: z.optional(z.string()),
  at: moment,
})
export type EvidenceOutcome = z.infer<typeof evidenceOutcome>

/** One thing of a sitting that was checked, in the words of `sitwell verify`, which are English. */
export const checkedThing = z.object({ about: z.string(), says: z.string(), findings: z.array(z.string()) })
export type CheckedThing = z.infer<typeof checkedThing>
