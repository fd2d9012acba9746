import * as z from 'zod/mini'
import { guid, text } from './fields.ts'

const count = z.number().check(z.int(), z.nonnegative())

/** Where a version of an exam is used. `isAtLeast`: there are more; of a list nobody counts beyond 1,000. */
export const examUsage = z.object({
  /** Times that it was given to somebody to sit. */
  schedules: count,
  /** Sittings that were begun. */
  sittings: count,
  isAtLeast: z.boolean(),
})
export type ExamUsage = z.infer<typeof examUsage>

/** Somebody of the staff, by name. */
const staffName = z.object({ userID: z.number(), firstName: z.string(), lastName: z.string() })

/** A version of an exam, as lists show it. Times are ISO 8601. */
export const examVersionRow = z.object({
  version: z.number(),
  name: z.string(),
  /** All its questions and what they are worth together, drawn by chance or not. */
  questions: count,
  marks: z.number(),
  storedAt: z.string(),
  /** Missing if a command stored it. */
  storedBy: z.optional(staffName),
  usage: examUsage,
})
export type ExamVersionRow = z.infer<typeof examVersionRow>

/** An exam, named as its newest version is. */
export const examRow = z.object({
  examGuid: guid,
  name: z.string(),
  /** The newest first, five at most. */
  versions: z.array(examVersionRow),
  /** How many there are in all. */
  versionCount: count,
})
export type ExamRow = z.infer<typeof examRow>

/** A part of an exam, with what its own parts hold. */
export const examSection = z.object({ name: z.string(), questions: count, marks: z.number() })
export type ExamSection = z.infer<typeof examSection>

/** A version of an exam in full. */
export const examVersion = z.extend(examVersionRow, {
  /** Its parts in order, 500 at most. */
  sections: z.array(examSection),
  /** How many questions of each type there are (`RADIO`, `ESSAY`, …), the most frequent first. */
  questionTypes: z.array(z.object({ type: z.string(), questions: count })),
  /** Pictures, sounds and other files that it brought, and their bytes. */
  files: z.object({ count, bytes: count }),
  /** Sittings that are completed. */
  completed: count,
})
export type ExamVersion = z.infer<typeof examVersion>

/**
 * How far an upload is. `receiving`: bytes are missing; send pieces from `received` on. `waiting`, `reading`: the server reads it; ask again.
 * `ready`: the report is there, and somebody has to accept or cancel. `refused`: it can't be taken, `problems` says why. `stored`: it was accepted.
 */
export const uploadStates = ['receiving', 'waiting', 'reading', 'ready', 'refused', 'stored'] as const
export type UploadState = (typeof uploadStates)[number]

/**
 * What accepting an exam would do, or did. `new-exam`; `new-version`: of an exam that is there; `replaces`: this version is there with another content and
 * nobody has begun it, so that its content is replaced; `unchanged`: it is there exactly so; `in-use`: this version is there with another
 * content, and is being sat or was: it can't be accepted, a changed exam needs a higher version.
 */
export const examOutcomes = ['new-exam', 'new-version', 'replaces', 'unchanged', 'in-use'] as const
export type ExamOutcome = (typeof examOutcomes)[number]

/** What accepting a course would do, or did. `beside`: courses with the same identifier and other names, beside which it is another one. */
export const courseOutcomes = ['new-course', 'new-version', 'unchanged'] as const

/** What is lost: what an answer is worth, how the exam is made up, something to be seen or heard; or nothing, and it is only reported. */
export const losses = ['marks', 'structure', 'content', 'nothing'] as const

/** Something of the package that was lost, or that is only reported; both in plain English, as the importer words it. */
export const reportedLoss = z.object({ what: z.string(), why: z.string(), loss: z.enum(losses) })
export type ReportedUploadLoss = z.infer<typeof reportedLoss>

/** Items of the package by what happened to them, and how many losses there are of each kind. */
export const reportTotals = z.object({
  items: count,
  faithful: count,
  withLoss: count,
  leftOut: count,
  losses: z.object({ marks: count, structure: count, content: count }),
})
export type ReportTotals = z.infer<typeof reportTotals>

const uploadedExam = z.object({
  examGuid: guid,
  version: z.number(),
  name: z.string(),
  questions: count,
  marks: z.number(),
  /** Its parts in order, 500 at most. */
  sections: z.array(examSection),
  outcome: z.enum(examOutcomes),
  totals: reportTotals,
})

const uploadedCourse = z.object({
  name: z.string(),
  standard: z.enum(['1.2', '2004', 'cmi5']),
  /** What learners open, in order: 500 titles at most. */
  lessons: z.array(z.string()),
  files: z.object({ count, bytes: count }),
  outcome: z.enum(courseOutcomes),
  beside: z.array(z.string()),
  /** The guid under which it stands; once it is stored. */
  courseGuid: z.optional(guid),
  version: z.optional(z.number()),
})

/** An upload of the caller, with what the server read of it. Times are ISO 8601. */
export const libraryUpload = z.object({
  uploadId: guid,
  fileName: z.string(),
  /** Bytes, and how many of them are there. */
  fileSize: count,
  received: count,
  state: z.enum(uploadStates),
  madeAt: z.string(),
  /** When it is thrown away, if nobody accepted it before; of one that is stored only its report is. */
  expiresAt: z.string(),
  /** Items that were read until now: while it is `reading`, as far as its format has items. */
  itemsRead: count,
  /** With `refused`: what is wrong, and where in the file; 100 at most. */
  problems: z.array(z.object({ place: z.string(), message: z.string() })),
  /** Of an exam or a bank, from `ready` on. */
  exam: z.optional(uploadedExam),
  /** Of a course, from `ready` on. */
  course: z.optional(uploadedCourse),
  /** Marks are lost, or how the exam is made up: accepting takes `acceptLosses`. */
  hasGraveLosses: z.boolean(),
  /** Names what was read, for accepting; from `ready` on. */
  reportHash: z.optional(z.string()),
})
export type LibraryUpload = z.infer<typeof libraryUpload>

/** What happened to one item of a package, its source beside it. */
export const reportItem = z.object({
  /** Counts from 1, in the order of the package. */
  number: count,
  /** Where it stands: a file, or a question or row of one. */
  place: z.string(),
  identifier: z.string(),
  verdict: z.enum(['faithful', 'with loss', 'left out']),
  losses: z.array(reportedLoss),
  /** Its text as the package has it: XML, GIFT, a row; to be shown as text, never as HTML. Missing if nothing of it is text. */
  source: z.optional(z.string()),
  /** The source is longer, and was cut. */
  isSourceCut: z.boolean(),
  /** What it became; missing if it was left out. */
  question: z.optional(
    z.object({
      id: z.string(),
      type: z.string(),
      marks: z.number(),
      /** How it is marked, in plain English: `by its key`, `by a person`. */
      marking: z.string(),
      /** The question as a package of Sitwell's own form has it, with its key (docs/exam-package.md), as indented JSON; to be shown as text. */
      content: z.string(),
      isContentCut: z.boolean(),
    }),
  ),
})
export type ReportItem = z.infer<typeof reportItem>

/** The name of a file as somebody's computer has it. */
export const uploadName = text(255).check(z.minLength(1))
