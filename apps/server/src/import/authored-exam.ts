import { supports } from '@sitwell/exam/paper/explanations'
import { authoredQuestion, questionAttempts } from '@sitwell/question-types/marking'
import * as z from 'zod'
import { authoredRoute, partRule } from './authored-route.ts'
import { safeExamBrowser } from './authored-seb.ts'

/** A name in a package: what addresses, tables and the contract's guids take. */
export const packageId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w.:-]+$/, 'only letters, digits, and . : - _')

/** The providers that may proctor an exam (decisions). */
export const proctorProviders = ['Proctorio', 'IntegrityAdvocate'] as const
export type ProctorProvider = (typeof proctorProviders)[number]

/** The values of a schedule's proctoring setting, which replaces that of its exam. */
export const proctorProvidersOrNone = [...proctorProviders, 'none'] as const

/** Which explanations of words are offered. */
export const offeredSupports = z.array(z.enum(supports))

const wholeSeconds = z.number().nonnegative().max(31_536_000)

/** Audio of a section or exam (spec 2 §3); `autoDelay` in seconds, `url` a file of the package. */
export const authoredAudio = z.strictObject({
  title: z.string().optional(),
  text: z.string().optional(),
  autoPlay: z.boolean().optional(),
  autoDelay: z.number().nonnegative().max(3600).optional(),
  autoRepeat: z.boolean().optional(),
  canPause: z.boolean().optional(),
  check: z.boolean().optional(),
  url: z.string(),
})

/** Settings of an exam (spec 2 §3). Times in seconds; `examTime` 0 means not timed. */
export const authoredSettings = z.strictObject({
  introText: z.string().optional(),
  outroText: z.string().optional(),
  proctoredOutroText: z.string().optional(),
  /** Bits: 1 marks, 2 grade, 4 percentage; -1 is marks and percentage. */
  resultFeedbackMask: z.int().min(-1).max(7).optional(),
  /**
   * Whether feedback on answers is shown together with their marks; by default the setting of the question and of the
   * organisation applies.
   */
  questionFeedback: z.boolean().optional(),
  /** How often an answer may be checked during the exam; for questions without their own limit that are marked by a key. */
  attempts: questionAttempts.optional(),
  /** The kinds of explanations of words that it offers; by default all except translations. */
  supports: offeredSupports.optional(),
  fullScreenExam: z.boolean().optional(),
  requiresWorkings: z.boolean().optional(),
  requiresCalculator: z.boolean().optional(),
  oneWay: z.boolean().optional(),
  media: authoredAudio.optional(),
  /** Counts from 1. */
  initialPage: z.int().positive().optional(),
  uploadFileTypes: z.array(z.string()).optional(),
  canBypassReadingTime: z.boolean().optional(),
  isExtendable: z.boolean().optional(),
  initialFullScreen: z.boolean().optional(),
  downloadablePractice: z.boolean().optional(),
  /** Whether its learners may print the text of questions; by default the setting of the organisation applies. */
  printQuestions: z.boolean().optional(),
  /** Text of its PDFs may be selected, unless this says otherwise. */
  allowPdfTextSelection: z.boolean().optional(),
  /** Whether browsers may translate it (decision 126). */
  allowTranslation: z.boolean().optional(),
  /** A practice exam that may be sat again as soon as it is completed, as often as its learner likes. */
  allowImmediateResit: z.boolean().optional(),
  examTime: wholeSeconds.optional(),
  warningTime: wholeSeconds.optional(),
  /**
   * Parts are stored on the device in sealed form. Their keys are sent at the start and on entry, or this number of seconds
   * before.
   */
  sealParts: z.boolean().optional(),
  releaseAhead: wholeSeconds.optional(),
  /** The proctoring provider, unless its schedule has another one. */
  proctorProvider: z.enum(proctorProviders).optional(),
  /** The Safe Exam Browser settings, unless its schedule has others. */
  safeExamBrowser: safeExamBrowser.optional(),
})

const sectionFields = {
  id: packageId,
  name: z.string(),
  /** HTML that opens the section. */
  text: z.string().optional(),
  /** HTML that is shown next to each of its questions. */
  scenarioText: z.string().optional(),
  resourceUrl: z.string().optional(),
  warningTime: wholeSeconds.optional(),
  sectionTime: wholeSeconds.optional(),
  readingTime: wholeSeconds.optional(),
  media: authoredAudio.optional(),
  oneWay: z.boolean().optional(),
  requiresWorkings: z.boolean().optional(),
  requiresCalculator: z.boolean().optional(),
  displayAllQuestions: z.boolean().optional(),
  /** The number of its members, sections or questions, that are drawn at random for each form run; by default all of them. */
  select: z.int().positive().optional(),
  /** Each form run has its members in a different order. */
  shuffle: z.boolean().optional(),
  /** As a member of a section that draws: it is drawn in any case. */
  required: z.boolean().optional(),
  /** As a member of a section that is shuffled: it keeps its place. */
  fixed: z.boolean().optional(),
  /** `false`: learners see its content as part of the section around it. */
  visible: z.boolean().optional(),
  /** `false`, of one that isn't visible: what it holds is shuffled among the members around it, each by itself. */
  keepTogether: z.boolean().optional(),
  /** As a part of the exam: it is asked if all of these conditions hold for the answers to earlier parts. */
  askedIf: z.array(partRule).max(100).optional(),
  /** As a part of the exam: the first of which the rule holds leads to a later part or to the end, past all that is between. */
  leadsTo: z
    .array(z.strictObject({ to: z.string(), if: partRule }))
    .max(100)
    .optional(),
  questions: z.array(authoredQuestion).optional(),
}

const sectionAlone = z.object(sectionFields)

/** A section or paper part with its own sections and questions, in order: its sections, then its questions. */
export interface AuthoredSection extends z.infer<typeof sectionAlone> {
  sections?: AuthoredSection[] | undefined
}
export const authoredSection: z.ZodType<AuthoredSection> = z.strictObject({
  ...sectionFields,
  sections: z.lazy(() => z.array(authoredSection)).optional(),
})

/** A grade and the percentage from which it is given. `feedback` is HTML. */
export const gradeBoundary = z.strictObject({
  grade: z.string().min(1),
  fromPercent: z.number().min(0).max(100),
  pass: z.boolean(),
  feedback: z.string().optional(),
  feedbackMessageID: z.number().optional(),
})

/** An exam with its keys, as `exam.json` of a package holds it (docs/exam-package.md). */
export const authoredExam = z.strictObject({
  format: z.literal('sitwell-exam'),
  formatVersion: z.literal(1),
  examGuid: packageId,
  examTypeGuid: packageId,
  name: z.string().min(1).max(300),
  version: z.int().positive(),
  objectID: z.int(),
  qualificationID: z.union([z.int(), z.string()]).optional(),
  settings: authoredSettings.default({}),
  /** The lowest percentage that passes, if no grade boundary defines it. */
  passMark: z.number().min(0).max(100).optional(),
  gradeBoundaries: z.array(gradeBoundary).default([]),
  /**
   * Feedback on the result as a whole; each text is shown if all of its rules hold. `text` is HTML. Shown together with the
   * marks.
   */
  feedback: z
    .array(
      z.strictObject({ title: z.string().max(500).optional(), text: z.string(), when: z.array(partRule).max(100).optional() }),
    )
    .max(1000)
    .optional(),
  messages: z.record(z.string(), z.string()).default({}),
  sections: z.array(authoredSection).min(1),
  /** The facts about the source test that rules of QTI use. */
  route: authoredRoute.optional(),
  /** The seeds from which the ids of its options were drawn, if they are not the author's. */
  idSeed: z.string().min(1).max(64).optional(),
})
export type AuthoredExam = z.infer<typeof authoredExam>
